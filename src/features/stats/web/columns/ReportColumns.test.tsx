// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import { ReportColumns } from './ReportColumns.tsx';

const COLUMNS = '/api/admin/stats/columns';
const margin = {
  id: 3,
  name: 'Margin',
  formula: 'profit / clicks',
  format: 'money',
  is_shared: true,
  is_mine: true,
  may_change: true,
  version: 2,
};
const totals = (values: object) => ({
  body: { data: [], totals: { values }, currency: 'USD', own: [], own_missing: [] },
});

const Address = () => <output aria-label="Address">{decodeURIComponent(useLocation().search)}</output>;

async function shown(columns: object[], at = '/admin/stats/reports?metrics=clicks,profit') {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    [`GET ${COLUMNS}`]: () => ({ body: { data: columns } }),
    [`POST ${COLUMNS}`]: () => ({ status: 201, body: { data: margin, message: 'Column saved.' } }),
    [`PATCH ${COLUMNS}/3`]: () => ({ body: { data: margin, message: 'Column saved.' } }),
    [`DELETE ${COLUMNS}/3`]: () => ({ body: { message: 'Column deleted.' } }),
    'GET /api/admin/stats/report': () => totals({ profit: '12.50', clicks: 5, cost: null }),
  });
  const view = renderScreen(
    <>
      <ReportColumns figures={['clicks', 'profit']} />
      <Address />
    </>,
    at,
  );
  const choose = async (name: string | RegExp) => {
    await view.user.click(await screen.findByRole('button', { name: 'Columns' }));
    await view.user.click(await screen.findByRole(typeof name === 'string' ? 'button' : 'checkbox', { name }));
  };
  return { server, ...view, choose };
}
const address = () => screen.getByLabelText('Address').textContent;

test('a new column is checked while it is typed, told for the total of the report, saved and shown', async () => {
  const { server, user, choose } = await shown([]);
  await choose('New column…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Margin');
  const formula = dialog.getByRole('textbox', { name: /^Formula/ });
  await user.type(formula, 'profit / clik');
  expect(dialog.getByRole('status').textContent).toBe('At character 10: "clik" is no metric. Did you mean clicks?');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please correct the errors above.')).toBeTruthy();
  expect(server.seen.filter(({ method }) => method === 'POST')).toEqual([]);

  await user.clear(formula);
  await user.type(formula, 'profit - cost');
  await waitFor(() => expect(dialog.getByRole('status').textContent).toContain('it is nothing'));
  await user.clear(formula);
  await user.type(formula, 'profit / ');
  await user.click(dialog.getByRole('combobox', { name: 'Insert a metric' }));
  await user.click(await screen.findByRole('option', { name: 'Clicks: clicks' }));
  await waitFor(() => expect(dialog.getByRole('status').textContent).toBe('In the total of this report: $2.50'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Column saved.')).toBeTruthy();
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Margin',
    formula: 'profit / clicks',
    format: 'money',
    is_shared: false,
  });
  await waitFor(() => expect(address()).toBe('?metrics=clicks,profit&own=3'));
});

test('own columns are chosen beside figures, and the address keeps both', async () => {
  const { choose, user } = await shown([margin, { ...margin, id: 4, name: 'Other' }]);
  await choose(/^Margin/);
  await user.click(screen.getByRole('checkbox', { name: /^Other/ }));
  expect(address()).toBe('?metrics=clicks,profit&own=3,4');
  await user.click(screen.getByRole('checkbox', { name: /^Margin/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Clicks/ }));
  expect(address()).toBe('?metrics=profit&own=4');
});

test('a column is changed with its version, and deleted after a question; what is not yours to change has no actions', async () => {
  const alien = { ...margin, id: 5, name: 'Of the team', is_mine: false, may_change: false };
  const { server, user, choose } = await shown([margin, alien]);
  await choose('Change own columns…');
  expect(await screen.findAllByRole('button', { name: 'Edit column' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Edit column' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Margin' }));
  await user.type(dialog.getByRole('textbox', { name: /^Formula/ }), ' * 2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Column saved.')).toBeTruthy();
  expect(server.seen.find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Margin',
    formula: 'profit / clicks * 2',
    format: 'money',
    is_shared: true,
    version: 2,
  });
  await user.click(await screen.findByRole('button', { name: 'Delete column' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Column deleted.')).toBeTruthy();
});
