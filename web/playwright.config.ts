import { defineConfig } from '@playwright/test';

// A port range per run, so that two runs on one machine do not collide, below the ephemeral ports; the workers inherit
// it.
process.env.PERRON_PORT ??= String(10_000 + 2 * (process.pid % 10_000));
process.env.PERRON_BASE ??= process.env.PERRON_URL ?? `http://127.0.0.1:${process.env.PERRON_PORT}/`;

// End-to-end tests in Debian's Chromium: the page embedded in the binary, against computer players.
export default defineConfig({
  testDir: 'tests/browser',
  timeout: 240_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: Number(process.env.PERRON_BROWSERS ?? 2),
  reporter: [['list']],
  globalSetup: './tests/browser/server.ts',
  use: {
    baseURL: process.env.PERRON_BASE,
    locale: 'en-GB',
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
