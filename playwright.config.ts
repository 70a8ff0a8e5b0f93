import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const CANDIDATES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // each journey starts a server of its own through tests/support/server.ts
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // what is waited for comes late on a busy machine
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path)),
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
