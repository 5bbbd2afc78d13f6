// Lays out a board that has no theme, off the page's thread.
import { layOut, themeOf } from './index';
import type { BoardFile } from './sheet';

self.onmessage = ({ data }: MessageEvent<BoardFile>) => {
  const { model } = layOut(data, undefined, undefined, 1);
  self.postMessage(themeOf(model, { en: data.name }, ['yellow', 'blue', 'black', 'red', 'green']));
};
