import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/page.css';
import './styles/game.css';
import App from './view/App.svelte';
import { app } from './view/shared.svelte';

app.start();
mount(App, { target: document.getElementById('app')! });
