// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../../tests/support/web.tsx';
import { useTableState } from '../../../../platform/web/ui/table/use-table-state.ts';
import { PrintButton } from './PrintButton.tsx';

/** A table that shows its rows at once, or, while `isSlow`, has them still on their way. */
function Page({ isSlow = false }: { isSlow?: boolean }) {
  const table = useTableState({ sortBy: 'views' });
  return (
    <>
      <PrintButton table={table} isReady={!(isSlow && table.itemsPerPage === -1)} />
      <p>{table.itemsPerPage === -1 ? 'all rows' : `${table.itemsPerPage} rows`}</p>
    </>
  );
}

/** What stood on the page each time it was printed. */
function watchPrints(): string[] {
  const prints: string[] = [];
  vi.stubGlobal('print', () => prints.push(document.querySelector('p')!.textContent));
  return prints;
}
afterEach(() => vi.unstubAllGlobals());

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Print' });

test('prints all rows once and then shows the page of before', async () => {
  const prints = watchPrints();
  const { user } = renderScreen(<Page />, '/?itemsPerPage=25');
  await user.click(button());
  await waitFor(() => expect(prints).toEqual(['all rows']));
  expect(await screen.findByText('25 rows')).toBeTruthy();
  await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
  await user.click(button());
  await waitFor(() => expect(prints).toEqual(['all rows', 'all rows']));
});

test('a table that shows all rows already keeps showing them', async () => {
  const prints = watchPrints();
  const { user } = renderScreen(<Page />, '/?itemsPerPage=-1');
  await user.click(button());
  await waitFor(() => expect(prints).toEqual(['all rows']));
  await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
  expect(screen.getByText('all rows')).toBeTruthy();
});

test('waits for rows that are on their way, and cannot be pressed twice meanwhile', async () => {
  const prints = watchPrints();
  const { user } = renderScreen(<Page isSlow />);
  await user.click(button());
  expect(await screen.findByText('all rows')).toBeTruthy();
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await user.click(button());
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(prints).toEqual([]);
});
