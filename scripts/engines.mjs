// What CI runs after `npm test`, because it takes its time: whatever kills processes, fills disks, starts many servers, and the larger samples.
import { findClickHouse } from '../tests/support/chdb/install.ts';
import { browser, bundles, journeys, runSteps, vitest } from './steps.mjs';

/** What asks the event store anything, on the other engine. */
function onClickHouse() {
  const missing = findClickHouse();
  return missing === undefined ? vitest(['clickhouse']) : { passed: 0, failed: 0, said: `SKIPPED: ${missing}` };
}

await runSteps([
  ['build', bundles],
  ['browser', browser],
  ['tests', () => vitest(['engines'])],
  ['tests on ClickHouse', onClickHouse],
  ['browser journeys', () => journeys({ ENGINES: '1' })],
]);
