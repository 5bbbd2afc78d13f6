import base from '../../playwright.config';

// `npm run shots` writes pictures of every place and dialog to web/shots, for people to look at.
export default { ...base, testDir: '.', testMatch: /shots\.ts$/, globalSetup: '../../tests/browser/server.ts', timeout: 400_000 };
