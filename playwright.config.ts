import { defineConfig } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { CHROMIUM_FLAGS, chromiumPath } from './scripts/chromium.ts';

/** Only in `npm run prove -- engines`, which CI runs after `npm test`. */
const ENGINES = /@engines|\.engines\.spec/;
/** In `npm test` with a small sample, there with a larger one. */
const WIDER = /@wider/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // each journey starts a server of its own through tests/support/server.ts
  workers: availableParallelism(),
  fullyParallel: false,
  ...(process.env['ENGINES'] === '1' ? { grep: [ENGINES, WIDER] } : { grepInvert: ENGINES }),
  forbidOnly: true,
  retries: 0,
  // what is waited for comes late on a busy machine
  timeout: 360_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    actionTimeout: 40_000,
    // a trace of every step takes as long as the steps: `--trace=on` makes one of a test that failed
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: CHROMIUM_FLAGS,
    },
  },
});
