// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import { LinkStatsScreen } from './LinkStatsScreen.tsx';

test('the screen of a link stands while its numbers are awaited, and says why they do not come', async () => {
  await fakeServer({
    'GET /api/admin/tracking-links/4/stats': () => ({ status: 404, body: { message: 'Tracking link not found' } }),
  });
  localStorage.setItem('token', 't');
  renderScreen(
    <Routes>
      <Route path="/admin/tracking-links/:linkId/stats" element={<LinkStatsScreen />} />
    </Routes>,
    '/admin/tracking-links/4/stats',
  );
  expect(screen.getByText('What this link brought, and by which of its destinations.')).toBeTruthy();
  expect(await screen.findByText('Tracking link not found')).toBeTruthy();
});
