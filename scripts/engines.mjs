// What CI runs after `npm test`, because it takes its time: whatever kills processes, fills disks, starts many servers, and the larger samples.
import { browser, bundles, journeys, runSteps, vitest } from './steps.mjs';

await runSteps([
  ['build', bundles],
  ['browser', browser],
  ['tests', () => vitest(['engines'])],
  ['browser journeys', () => journeys({ ENGINES: '1' })],
]);
