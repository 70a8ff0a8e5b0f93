import { expect, test } from 'vitest';
import { WhyQuery } from '../../why-contract.ts';
import { WHY_KEYS, whyQuery } from './why-query.ts';

test('why is asked with all that narrows a total down, and nothing that the call refuses', () => {
  expect([...WHY_KEYS].toSorted()).toEqual(WhyQuery.keyof().options.toSorted());
});

test('what shapes a screen, and what is not set, is no part of the question', () => {
  expect(whyQuery({ days: '7', compare: 'year', place: 'end', device: '' }, { link_id: 3 })).toEqual({
    days: '7',
    place: 'end',
    link_id: 3,
  });
});
