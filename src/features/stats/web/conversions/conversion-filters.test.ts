import { expect, test } from 'vitest';
import { FILTERS } from '../../../reports/dimensions-contract.ts';
import type { ConversionRow } from '../../contract.ts';
import { ConversionQuery } from '../../conversion-stats-contract.ts';
import { CONVERSION_FILTERS, linkedChips } from './conversion-filters.ts';

test('the list of conversions is narrowed down by the filters that its call takes, and by no other', () => {
  const taken = [...FILTERS.keys()].filter((key) => key in ConversionQuery.shape);
  expect([...CONVERSION_FILTERS.keys()]).toEqual(taken);
});

test('a filter without a field is shown by its name, else by its value', () => {
  const row = { listicle: 'Teas', source: null } as ConversionRow;
  const set = { listicle_id: '3', source_id: '5', utm_medium: 'cpc', device: 'mobile', status: 'approved' };
  expect(linkedChips(set, [row])).toEqual([
    { key: 'listicle_id', label: 'Guide: Teas' },
    { key: 'source_id', label: 'Traffic source: 5' },
    { key: 'utm_medium', label: 'utm_medium: cpc' },
  ]);
  expect(linkedChips({ listicle_id: '3' }, [])).toEqual([{ key: 'listicle_id', label: 'Guide: 3' }]);
});
