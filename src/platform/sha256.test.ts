import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from './sha256.ts';

test('every text gets the digest that the system gives it', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(sha256Hex(text)).toBe(hash('sha256', text));
    }),
  );
});
