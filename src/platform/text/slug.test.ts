import { expect, test } from 'vitest';
import { slugFrom } from './slug.ts';

test.each([
  ['Calm Tea: 7 weeks of notes', 'calm-tea-7-weeks-of-notes'],
  ["  L'été à Łódź & Straße ", 'lete-a-lodz-strasse'],
  ['--a__b--', 'a-b'],
  ['中文', ''],
  ['ab cd', 'ab-cd'],
  ['x'.repeat(79) + ' y', 'x'.repeat(79)],
])('"%s" becomes "%s"', (text, slug) => {
  expect(slugFrom(text)).toBe(slug);
});
