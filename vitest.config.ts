import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Folders whose tests touch the disk, the network or PostgreSQL. Everything else is pure (or a component) and runs under --fast. */
const SERVER = [
  'src/**/server/**/*.test.ts',
  'src/app/site/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tests/**/*.test.ts',
];
/** Each kills processes, fills disks or starts many servers: `npm run prove -- engines`, which CI runs after `npm test`. */
const ENGINES = '**/*.engines.test.ts';
/** In `npm test` with a small sample, there with a larger one. */
const WIDER = [
  'tests/bad-input.test.ts',
  'tests/kill/kill.test.ts',
  'tests/prove/pastes.test.ts',
  'src/platform/server/postgres/migrations.test.ts',
  'src/app/server/editing/editing-model.test.ts',
  'src/features/link-files/server/round-trip.test.ts',
  'src/features/postbacks/server/receiving/fuzz.test.ts',
  'src/features/reports/server/hours.test.ts',
];
/** Whatever asks the event store anything is asked on ClickHouse too. */
const ON_CLICKHOUSE = [
  'src/app/server/{link-lines,list-order,numbers,optimiser}.test.ts',
  'src/features/{costs,health,instances,journeys,outliers,recovery,stats,traces}/server/**/*.test.ts',
  'src/features/reports/server/{hours,ledger,report,store-report}.test.ts',
  'tests/prove/money.test.ts',
];
const ARCHITECTURE = 'tests/architecture.test.ts';
const IGNORED = ['node_modules/**', 'dist/**', 'tests/e2e/**'];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: availableParallelism(),
    // they find what hangs; on a busy machine starting PostgreSQL, a child process or a browser takes its time
    testTimeout: 240_000,
    hookTimeout: 240_000,
    restoreMocks: true,
    // what is waited for comes late on a busy machine
    expect: { poll: { timeout: 20_000 } },
    coverage: { include: ['src/**'], exclude: ['**/*.test.*', '**/testing.ts'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          isolate: false,
          include: ['src/**/*.test.ts', ARCHITECTURE],
          exclude: [...IGNORED, ...SERVER.filter((glob) => !glob.startsWith('tests/'))],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          isolate: false,
          environment: 'happy-dom',
          setupFiles: ['tests/support/web-setup.ts'],
          include: ['src/**/*.test.tsx'],
          exclude: IGNORED,
        },
      },
      {
        extends: true,
        // loading the program anew for each file takes longer than most files
        test: { name: 'server', isolate: false, include: SERVER, exclude: [...IGNORED, ENGINES, ARCHITECTURE] },
      },
      {
        extends: true,
        test: {
          name: 'clickhouse',
          isolate: false,
          include: ON_CLICKHOUSE,
          exclude: [...IGNORED, ENGINES],
          env: { EVENT_STORE: 'clickhouse' },
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          isolate: false,
          include: [ENGINES, ...WIDER],
          exclude: IGNORED,
          env: { ENGINES: '1' },
        },
      },
    ],
  },
});
