import { mdiPause, mdiPlay } from '@mdi/js';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderScreen } from '../../../../../tests/support/web.tsx';
import type { Destination, DestinationsReply } from '../../contract.ts';
import { DestinationList } from './DestinationList.tsx';
import { useWeights } from './use-weights.ts';

const LINK = 4;
const BASE = `/api/admin/tracking-links/${LINK}/destinations`;
const destination = (id: number, weight: number): Destination =>
  ({
    id,
    link_id: LINK,
    type: 'url',
    target_name: `https://example.com/${id}`,
    name: `Place ${id}`,
    weight,
    status: 'active',
    priority: 0,
    rule_id: null,
    is_control: false,
    caps: { daily_clicks: 0, daily_conversions: 0 },
    share_now: 50,
    state: 'live',
    overflow_name: null,
    version: 1,
  }) as Destination;

function List({ onChanged }: { onChanged: (reply: DestinationsReply) => void }) {
  const destinations: Destination[] = [destination(1, 50), { ...destination(2, 50), status: 'paused' }];
  const weights = useWeights(LINK, destinations);
  return (
    <>
      <DestinationList
        linkId={LINK}
        destinations={destinations}
        weights={weights}
        said={undefined}
        onChanged={onChanged}
      />
      <output>{weights.isUnsaved ? 'unsaved' : 'nothing typed'}</output>
    </>
  );
}

test('weights that were saved are forgotten as typed, so that what the server says is shown', async () => {
  const replies: DestinationsReply[] = [];
  const server = await fakeServer({
    [`PUT ${BASE}/weights`]: () => ({ body: { data: [destination(1, 40), destination(2, 50)], message: 'Saved.' } }),
    [`GET /api/admin/stats/tracking-links/${LINK}`]: () => ({ status: 404, body: {} }),
  });
  const { user } = renderScreen(<List onChanged={(reply) => replies.push(reply)} />, '/admin/tracking-links');
  const iconOf = (name: string) => screen.getByRole('button', { name }).querySelector('path')?.getAttribute('d');
  expect([iconOf('Pause Place 1'), iconOf('Resume Place 2')]).toEqual([mdiPause, mdiPlay]);
  const weight = screen.getByRole('textbox', { name: 'Weight of Place 1, as a number' });
  await user.clear(weight);
  await user.type(weight, '40');
  await screen.findByText('unsaved');
  await user.click(screen.getByRole('button', { name: 'Save weights' }));
  await screen.findByText('nothing typed');
  expect(server.seen.findLast((one) => one.method === 'PUT')?.body).toEqual({ weights: { 1: 40 } });
  expect(replies).toHaveLength(1);
});
