// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import { FilterFind } from './FilterFind.tsx';

const CUTS = [
  { value: 'source', label: 'Source', group: 'Traffic' },
  { value: 'utm_source', label: 'utm_source', group: 'Traffic' },
  { value: 'city', label: 'City', group: 'Visitor' },
];

function Filter() {
  const [value, setValue] = useState('city');
  return (
    <>
      <FilterFind
        label="Group by"
        all="Totals only"
        none="No dimension has such a name."
        value={value}
        options={CUTS}
        onChange={setValue}
      />
      <output>{value || 'nothing'}</output>
    </>
  );
}

const show = async () => {
  const { user } = renderScreen(<Filter />);
  return { user, box: await screen.findByRole<HTMLInputElement>('combobox', { name: 'Group by' }) };
};
const chosen = () => document.querySelector('output')?.textContent;
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('all choices stand under their groups until something is typed, which narrows them by name', async () => {
  const { user, box } = await show();
  expect(box.value).toBe('City');
  await user.click(box);
  expect(offered()).toEqual(['Totals only', 'Source', 'utm_source', 'City']);
  expect(screen.getByText('Traffic')).toBeTruthy();
  await user.clear(box);
  await user.type(box, ' SÓURCE ');
  expect(offered()).toEqual(['Source', 'utm_source']);
  await user.click(screen.getByRole('option', { name: 'utm_source' }));
  expect([chosen(), box.value]).toEqual(['utm_source', 'utm_source']);
});

test('it is chosen by keys alone, the first that fits by Enter', async () => {
  const { user, box } = await show();
  await user.tab();
  expect(document.activeElement).toBe(box);
  await user.clear(box);
  await user.type(box, 'sour{ArrowDown}{Enter}');
  expect(chosen()).toBe('utm_source');
  await user.clear(box);
  await user.type(box, 'totals{Enter}');
  expect(chosen()).toBe('nothing');
});

test('it says where no name holds what is typed, and what was chosen stays', async () => {
  const { user, box } = await show();
  await user.clear(box);
  await user.type(box, 'sky');
  expect(screen.getByText('No dimension has such a name.')).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.tab();
  expect([chosen(), box.value]).toEqual(['city', 'City']);
});
