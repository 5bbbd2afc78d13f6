import { defineConfig } from '@playwright/test';

// Tests of the whole program in Debian's Chromium: the page out of the binary, against computer players.
export default defineConfig({
  testDir: 'tests/browser',
  timeout: 240_000,
  expect: { timeout: 15_000 },
  workers: Number(process.env.PERRON_BROWSERS ?? 2),
  reporter: [['list']],
  globalSetup: './tests/browser/server.ts',
  use: {
    baseURL: process.env.PERRON_URL ?? 'http://127.0.0.1:8471/',
    locale: 'en-GB',
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
