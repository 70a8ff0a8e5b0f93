import { expect, test } from 'vitest';
import { shutSentence } from './shut-words.ts';

test.each([
  [{ reason: 'country_not_allowed', country: 'US' }, 'in the country that you seem to be in (United States).'],
  [{ reason: 'country_not_allowed', country: null }, 'we could not tell which one you are in.'],
  [{ reason: 'device_not_allowed', devices: ['mobile', 'tablet'] }, 'This offer works on phones and tablets only.'],
  [{ reason: 'offer_not_begun' }, 'This offer has not begun yet.'],
  [{ reason: 'offer_over' }, 'This offer is over.'],
  [{ reason: 'capped' }, 'The shop takes no more visitors from us for this offer at the moment.'],
] as const)('%j is said in one sentence', (given, end) => {
  const sentence = shutSentence({ country: null, devices: [], ...given });
  expect(sentence.endsWith(end)).toBe(true);
  expect(sentence.match(/\./g)).toHaveLength(1);
});
