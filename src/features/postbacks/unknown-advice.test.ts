import { expect, test } from 'vitest';
import { adviceOn, type KeyHead } from './unknown-advice.ts';

const OWN: KeyHead = { id: 3, name: 'Good Network', head: 'AbCd', length: 43 };

test.each([
  [
    'that is cut',
    { key_head: 'AbCd', key_length: 41 },
    undefined,
    3,
    /begins like that of Good Network, but is 2 characters short/,
  ],
  ['that is too long', { key_head: 'AbCd', key_length: 44 }, undefined, 3, /1 character too many/],
  ['that was mistyped', { key_head: 'AbCd', key_length: 43 }, undefined, 3, /another character further on/],
  ['whose click we know', { key_head: 'zzzz', key_length: 43 }, OWN, 3, /a click that went out to Good Network/],
  ['that is a placeholder', { key_head: '{key', key_length: 5 }, undefined, null, /placeholder/],
  ['that is missing', { key_head: '', key_length: 0 }, undefined, null, /has no key: the address was cut/],
  ['of nobody', { key_head: 'abcd', key_length: 43 }, undefined, null, /somebody guesses/],
  ['that was not kept', { key_head: null, key_length: null }, undefined, null, /somebody guesses/],
] as const)('of a key %s it says whose it may be and what to do', (_name, asked, ofClick, id, words) => {
  const { network, advice } = adviceOn(asked, [OWN], ofClick);
  expect(network?.id ?? null).toBe(id);
  expect(advice).toMatch(words);
});
