// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import { SavedViews } from './SavedViews.tsx';

test('the dialog that names a view closes once it is saved, and the view is in the list', async () => {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/stats/views': () => ({ body: { data: [] } }),
    'POST /api/admin/stats/views': () => ({ status: 201, body: { message: 'View saved.' } }),
  });
  const { user } = renderScreen(<SavedViews />);
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Mobile');
  server.answers['GET /api/admin/stats/views'] = () => ({
    body: { data: [{ id: 3, name: 'Mobile', query: 'device=mobile' }] },
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('View saved.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('combobox', { name: /^Saved view/ })).toBeTruthy();
});

test('an open view is pinned to the drawer and taken out of it; a page of it is still the view', async () => {
  localStorage.setItem('token', 't');
  const view = { id: 3, name: 'Mobile', query: 'device=mobile', is_pinned: false };
  const server = await fakeServer({
    'GET /api/admin/stats/views': () => ({ body: { data: [view] } }),
    'PUT /api/admin/stats/views/3/pin': () => ({ body: { message: 'The view is in your drawer.' } }),
    'DELETE /api/admin/stats/views/3/pin': () => ({ body: { message: 'The view is out of your drawer.' } }),
  });
  const { user } = renderScreen(<SavedViews />, '/admin/stats/reports?device=mobile&page=2');
  await user.click(await screen.findByRole('button', { name: 'Pin to drawer' }));
  expect(await screen.findByText('The view is in your drawer.')).toBeTruthy();
  server.answers['GET /api/admin/stats/views'] = () => ({ body: { data: [{ ...view, is_pinned: true }] } });
  await user.click(screen.getByRole('button', { name: 'Pin to drawer' }));
  await user.click(await screen.findByRole('button', { name: 'Unpin' }));
  expect(await screen.findByText('The view is out of your drawer.')).toBeTruthy();
});
