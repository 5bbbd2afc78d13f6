// The worker that lays out a board without a theme.
import { layOut, themeOf } from './index';
import type { BoardFile } from './sheet';

self.onmessage = ({ data }: MessageEvent<BoardFile>) => {
  const { model } = layOut(data, undefined, undefined, 1);
  self.postMessage(themeOf(model, { en: data.name }, ['yellow', 'blue', 'black', 'red', 'green']));
};
