import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/page.css';
import './styles/game.css';
import App from './App.svelte';
import { app } from './app/app.svelte';

app.start();
mount(App, { target: document.getElementById('app')! });

// Registers the service worker for offline use when the page is idle; only in secure contexts. update() checks for a
// new build at once, because browsers may do so rarely.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () =>
    (window.requestIdleCallback ?? setTimeout)(
      () =>
        void navigator.serviceWorker
          .register('./sw.js')
          .then((worker) => worker.update())
          .catch(() => {}),
    ),
  );
