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
