import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionalText, requiredText } from './fields.ts';
import { sayIssuesPlainly } from './messages.ts';

sayIssuesPlainly();

test.each([
  ['a text that must be there and is not', requiredText(5), undefined, 'This field is required.'],
  ['a text of nothing but spaces', requiredText(5), '   ', 'This field is required.'],
  ['a required text that is too long', requiredText(5), 'six or more', 'At most 5 characters.'],
  ['an optional text that is too long', optionalText(3), 'four', 'At most 3 characters.'],
  ['a text that is too short', z.string().min(2), 'x', 'At least 2 characters.'],
  ['a line of a list that is too long', z.array(z.string().max(4)), ['abcdefg'], 'At most 4 characters.'],
  ['a list that is too long', z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry.'],
  ['a number that is too great', z.int().max(3), 7, 'At most 3.'],
  ['a text where a number belongs', z.number(), 'x', 'Enter a number.'],
  ['a choice that was not made', z.enum(['a', 'b']), '', 'This field is required.'],
  ['words that a contract has of its own', z.string().max(2, 'two at most'), 'xyz', 'two at most'],
])('%s', (_name, schema, value, message) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message);
});
