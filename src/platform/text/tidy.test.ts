import { expect, test } from 'vitest';
import { tidyLine, tidyLines, unseenIn } from './tidy.ts';

test.each([
  ['an override', 'Calm\u202egpj.exe', 'Calmgpj.exe'],
  ['isolates', '\u2068Ada\u2069', 'Ada'],
  ['a space of no width', 'Ca\u200blm \ufefftea', 'Calm tea'],
  ['a soft hyphen', 'Mag\u00adnesium', 'Magnesium'],
  ['controls', 'a\u0001b\u007fc\u0085d', 'abcd'],
  ['joiners between Latin letters', 'ad\u200dmin\u200c', 'admin'],
  ['a mark of direction beside Latin letters', 'Calm\u200f', 'Calm'],
  ['tags that are no flag', 'a\u{e0061}\u{e0062}', 'a'],
  ['letters taken apart', 'Cafe\u0301', 'Café'],
  ['lines and tabs', ' Calm\n\ttea  set ', 'Calm tea set'],
])('%s is left out', (_what, typed, stored) => {
  expect(tidyLine(typed)).toBe(stored);
});

test.each([
  ['a family', '👩‍👩‍👧‍👦 guide'],
  ['a person with a colour of skin', '👩🏽‍⚕️'],
  ['a heart on fire', '❤️‍🔥'],
  ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 whisky'],
  ['a break of Persian', 'می‌خواهم'],
  ['joiners of Hindi and Malayalam', 'क्‍ष ന്‍'],
  ['a mark of direction in Hebrew', 'שפת C++\u200e טובה'],
  ['another form of a Han letter', '葛\u{e0100}'],
])('%s stays', (_what, typed) => {
  expect(tidyLine(typed)).toBe(typed);
  expect(unseenIn(typed)).toEqual([]);
});

test('lines stay lines, and what is left out is told', () => {
  expect(tidyLines('one\u200b\n\ntwo')).toBe('one\n\ntwo');
  expect(unseenIn('a\u202eb\u200fc')).toEqual(['\u202e', '\u200f']);
});
