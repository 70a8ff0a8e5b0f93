// @vitest-environment happy-dom
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import { SortHead } from './SortHead.tsx';
import { useSorted } from './use-sorted.ts';

const ROWS = [
  { name: 'Mint', clicks: 9, earned: '2.50' },
  { name: 'Sage', clicks: 100, earned: null },
  { name: 'Basil', clicks: 20, earned: '10.00' },
];

function Short() {
  const { rows, sorting } = useSorted(ROWS, (row, key) => row[key as 'name']);
  return (
    <Table>
      <TableHead>
        <TableRow>
          <SortHead column="name" label="Name" isNumeric={false} sorting={sorting} />
          <SortHead column="clicks" label="Clicks" sorting={sorting} />
          <SortHead column="earned" label="Earned" sorting={sorting} />
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ name }) => (
          <TableRow key={name}>
            <TableCell>{name}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

test('a short table stands as it came, then by the column that is chosen, the most first, and the other way the second time', async () => {
  const { user } = renderScreen(<Short />);
  const shown = () => screen.getAllByRole('cell').map((cell) => cell.textContent);
  const sortBy = (label: string) => user.click(screen.getByRole('button', { name: label }));
  expect(shown()).toEqual(['Mint', 'Sage', 'Basil']);
  await sortBy('Clicks');
  expect(shown()).toEqual(['Sage', 'Basil', 'Mint']);
  expect(screen.getByRole('columnheader', { name: 'Clicks' }).getAttribute('aria-sort')).toBe('descending');
  await sortBy('Clicks');
  expect(shown()).toEqual(['Mint', 'Basil', 'Sage']);
  // money by its worth, what is not known last
  await sortBy('Earned');
  expect(shown()).toEqual(['Basil', 'Mint', 'Sage']);
  await sortBy('Name');
  expect(shown()).toEqual(['Basil', 'Mint', 'Sage']);
});
