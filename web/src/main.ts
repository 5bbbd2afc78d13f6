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

// Kept for a day without a server, once the page has nothing better to do. Only where the address is secure. A browser
// looks for a new build when it likes to: here it is asked to.
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
