// @vitest-environment happy-dom
import { queryOptions } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import { firstFound } from '../../first-found.ts';
import { RecordFilter } from './RecordFilter.tsx';

const FIRST = [
  { id: 1, name: 'Amber' },
  { id: 2, name: 'Birch' },
];
const FAR = { id: 900, name: 'Willow' };

const QUERIES = {
  search: (text: string) => firstFound(['trees', text], () => Promise.resolve({ data: text === '' ? FIRST : [FAR] })),
  one: (id: number) => queryOptions({ queryKey: ['tree', id], queryFn: () => Promise.resolve({ ...FAR, id }) }),
};

function Filter({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <RecordFilter
        label="Tree"
        value={value}
        onChange={setValue}
        queries={QUERIES}
        first={{ value: 'none', label: 'No tree' }}
      />
      <output>{value}</output>
    </>
  );
}

/** Until its box has come, which is fetched when it is first shown. */
const show = async (initial: string) => {
  const { user } = renderScreen(<Filter initial={initial} />);
  return { user, box: await screen.findByRole<HTMLInputElement>('combobox', { name: 'Tree' }) };
};
/** The box has a status of its own, which comes late. */
const chosen = () => document.querySelector('output')?.textContent;

test('the record of the address is named though it is not among the first', async () => {
  const { box } = await show('900');
  await waitFor(() => expect(box.value).toBe('Willow'));
});

test('what is typed is looked for by the server; what is chosen filters, and an empty box filters nothing', async () => {
  const { user, box } = await show('');
  expect(box.placeholder).toBe('All');
  await user.click(box);
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['No tree', 'Amber', 'Birch']);
  await user.type(box, 'will');
  await user.click(await screen.findByRole('option', { name: 'Willow' }));
  expect(chosen()).toBe('900');
  await user.clear(box);
  expect(chosen()).toBe('');
});

test('the choice that is no record is a value of its own', async () => {
  const { user, box } = await show('');
  await user.click(box);
  await user.click(await screen.findByRole('option', { name: 'No tree' }));
  expect(chosen()).toBe('none');
  expect(box.value).toBe('No tree');
});
