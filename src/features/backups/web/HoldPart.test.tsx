// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { SendingHold } from '../contract.ts';
import { HoldPart } from './HoldPart.tsx';

const GET = 'GET /api/admin/sending-hold';
const HOLD: SendingHold = {
  backup: '2026-11-26-031500',
  instant: '2026-11-26T03:15:01.000Z',
  restored_at: '2026-11-26T09:00:00.000Z',
  postbacks: [
    { source_id: 1, source: 'Ads', before: 12, since: 3 },
    { source_id: 2, source: 'News', before: 1, since: 0 },
  ],
  letters: { before: 2, since: 0 },
  view_letters: { before: 1, since: 1 },
  webhooks: { before: 0, since: 0 },
};

test('what would be sent is told by source, and goes out only after a question', async () => {
  let hold: SendingHold | null = HOLD;
  const server = await fakeServer({
    [GET]: () => ({ body: { data: hold } }),
    'POST /api/admin/sending-hold/end': () => {
      hold = null;
      return { body: { data: { discarded: 0 }, message: 'What waits is being sent.' } };
    },
  });
  const { user } = renderScreen(<HoldPart />);
  const lines = within(await screen.findByRole('list', { name: 'What waits' })).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    'Postbacks to Ads: 12 of before the restore, 3 since',
    'Postbacks to News: 1 of before the restore',
    'Letters about alerts: 2 of before the restore',
    'Letters about saved views: 1 of before the restore, 1 since',
  ]);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const question = await screen.findByRole('alertdialog', { name: 'Send What Waits' });
  expect(question.textContent).toContain('Cannot be undone: What was sent stays sent.');
  expect(server.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('What waits is being sent.')).toBeTruthy();
  expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({ outcome: 'released' });
  // a site where no hold is on shows nothing
  await waitFor(() => expect(screen.queryByText('Nothing is sent out')).toBeNull());
});
