// Runs everything a change must pass; with --fast only what needs no database, build or browser.
import './node-version.mjs';
import { beside, browser, bundles, journeys, once, runSteps, vitest } from './steps.mjs';

const isFast = process.argv.includes('--fast');

async function licences() {
  const { findBadLicences, readLock } = await import('./licences.ts');
  const bad = findBadLicences(readLock());
  return { passed: bad.length === 0 ? 1 : 0, failed: bad.length === 0 ? 0 : 1, said: bad.join('\n') };
}

const read = [
  once('format', 'oxfmt', '--check'),
  once('lint', 'oxlint', '--type-aware'),
  once('types', 'tsc', '--noEmit', '-p', '.'),
  once('dead code', 'knip'),
  ['licences', licences],
];

if (isFast) await runSteps([...read, ['pure tests', () => vitest(['pure', 'web'])]]);
else
  await runSteps(
    // tests wait now and then: what only reads goes on beside them
    [...read, once('API document', 'node', 'scripts/openapi.ts', '--check')],
    [
      // the server's own tests look at the bundles
      ['build', bundles],
      ['browser', browser],
      // a third of the time either waits for a disk, a clock or a page
      beside(['tests', () => vitest(['pure', 'web', 'server'])], ['browser journeys', () => journeys()]),
    ],
  );
