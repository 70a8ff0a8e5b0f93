// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import { TrashedNetworksNotice } from './TrashedNetworksNotice.tsx';

const LIST = 'GET /api/admin/conversions/trashed-networks';
const GONE = {
  id: 7,
  name: 'MaxBounty',
  deleted_at: '2026-03-01T10:00:00.000Z',
  messages: 3,
  first_at: '2026-03-01T11:00:00.000Z',
  last_at: '2026-03-02T10:00:00.000Z',
};

test('what waits for a network in the trash is said, and one press brings the network back', async () => {
  let data = [GONE];
  const message = 'Affiliate network restored. 3 postbacks that wait are judged now.';
  await fakeServer({
    [LIST]: () => ({ body: { data, total: data.length } }),
    'POST /api/admin/affiliate-networks/7/restore': () => {
      data = [];
      return { body: { data: {}, message } };
    },
  });
  const { user } = renderScreen(<TrashedNetworksNotice />);
  expect(await screen.findByText(/3 postbacks wait for MaxBounty, which is in the trash/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Bring it back' }));
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/MaxBounty/)).toBeNull());
});
