// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import { PinnedViews } from './PinnedViews.tsx';

const view = (id: number, name: string, query: string, is_pinned = true) => ({ id, name, query, is_pinned });

test('pinned views lead to their report, and the one that is open is marked, whatever page of it is shown', async () => {
  localStorage.setItem('token', 't');
  await fakeServer({
    'GET /api/admin/stats/views': () => ({
      body: {
        data: [
          view(1, 'Mobile', 'device=mobile&days=7'),
          view(2, 'Sources', 'dimensions=source'),
          view(3, 'Not mine', 'days=1', false),
        ],
      },
    }),
  });
  renderScreen(
    <PinnedViews sx={{}} onChoose={() => undefined} />,
    '/admin/stats/reports?device=mobile&days=7&page=2&trail=%5B%5D',
  );
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['Mobile', '/admin/stats/reports?device=mobile&days=7', 'true'],
      ['Sources', '/admin/stats/reports?dimensions=source', null],
    ],
  );
});
