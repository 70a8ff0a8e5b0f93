import { expect, test } from 'vitest';
import { asWords } from './as-words.ts';

test.each([
  ['guide_category', 'Guide category'],
  ['api_key', 'API key'],
  ['postback_url', 'Postback URL'],
  ['lost address', 'Lost address'],
  ['curl', 'Curl'],
  ['', ''],
])('%s reads as %s', (word, words) => expect(asWords(word)).toBe(words));
