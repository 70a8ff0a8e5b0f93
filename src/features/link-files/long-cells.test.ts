import { expect, test } from 'vitest';
import { readDestinations } from './destination-cell.ts';
import { linkInputOf } from './link-rows.ts';

const LONG = 900_000;

/** Seen red: minutes for one cell of an import; the time grew with its square. */
test('cells as long as a file may be are read at once', () => {
  expect(readDestinations(`url:https://a.example/${' '.repeat(LONG)}`)).toHaveLength(1);
  expect(readDestinations(`url:https://a.example/ ${'\t'.repeat(1000)} | url:https://b.example/`)).toHaveLength(2);
  for (const blank of ['\n', ' ', '",'])
    expect(linkInputOf({ name: 'Ad', tags: `a${blank.repeat(LONG)}b` }, undefined)).toMatchObject({ name: 'Ad' });
});
