// A page for looking at boards: dev.html?board=europe&theme=dark&lang=hu&state=play. Not part of the build.
import { mount } from 'svelte';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/board.css';
import Dev from './Dev.svelte';

const query = new URLSearchParams(location.search);
if (query.get('theme')) document.documentElement.dataset.theme = query.get('theme')!;
mount(Dev, {
  target: document.getElementById('app')!,
  props: { board: query.get('board') ?? 'europe', lang: query.get('lang') ?? '', play: query.get('state') === 'play' },
});
