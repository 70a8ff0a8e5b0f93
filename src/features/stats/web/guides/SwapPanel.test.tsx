// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen, type Seen } from '../../../../../tests/support/web.tsx';
import type { WhatIfReply } from '../../what-if-contract.ts';
import { SwapPanel } from './SwapPanel.tsx';

type Data = WhatIfReply['data'];

const PRODUCTS: Data['products'] = [
  { position: 1, item_id: 11, item: 'Steel bottle', lift: 1.2, lift_ci95: [0.9, 1.6] },
  { position: 2, item_id: 12, item: 'Glass bottle', lift: 0.8, lift_ci95: [0.6, 1.1] },
  { position: 3, item_id: 13, item: 'Soft bottle', lift: null, lift_ci95: null },
];
const placed = (position: number) => PRODUCTS[position - 1]!;

const CLICKS = { now: 100, swapped: 131.4, change: 31.4, ci95: [12, 50], verdict: 'more' } as const;
const REVENUE = {
  now: '400.00',
  swapped: '520.00',
  change: '120.00',
  ci95: ['20.00', '230.00'],
  verdict: 'more',
} as const;

/** The server's answer: the two positions asked for, by default 2 and 3. */
const answering =
  (outcome: Partial<NonNullable<Data['swap']>>, products = PRODUCTS) =>
  ({ query }: Seen) => ({
    body: {
      data: {
        products,
        swap: {
          first: placed(Number(query.get('first') ?? 2)),
          second: placed(Number(query.get('second') ?? 3)),
          clicks: CLICKS,
          revenue: REVENUE,
          ...outcome,
        },
      },
      currency: 'USD',
      tz: 'UTC',
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-31T00:00:00.000Z',
    },
  });

async function open(answer: Answers[string]) {
  const server = await fakeServer({ 'GET /api/admin/stats/what-if': answer });
  return { server, ...renderScreen(<SwapPanel guideId={7} query={{ days: '30' }} />) };
}

test('says what the change would bring in money and in clicks, with the range of both', async () => {
  const { server } = await open(answering({}));
  expect(await screen.findByText('▲ About $120.00 more')).toBeTruthy();
  expect(
    screen.getByText('With the readers of this period: between $20.00 and $230.00 more, in 95 of 100 cases.'),
  ).toBeTruthy();
  expect(screen.getByText('Clicks: about 31 clicks more (between 12 clicks and 50 clicks more).')).toBeTruthy();
  expect(server.seen[0]!.query.get('listicle_id')).toBe('7');
  expect(server.seen[0]!.query.get('days')).toBe('30');
});

test('without conversions it speaks of clicks and says why not of money', async () => {
  await open(answering({ revenue: null }));
  expect(await screen.findByText('▲ About 31 clicks more')).toBeTruthy();
  expect(screen.getByText('Money cannot be said: one of the two has no conversion in this period.')).toBeTruthy();
});

test('two products that cannot be compared get no number but the next step', async () => {
  await open(answering({ clicks: null, revenue: null }));
  expect(await screen.findByText('≈ Too few to say')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Manage Items' }).getAttribute('href')).toBe('/admin/listicles/7/items');
  expect(screen.queryByText(/About/)).toBeNull();
});

test('another product is asked for by its position and never offered twice', async () => {
  const { server, user } = await open(answering({}));
  const [first] = await screen.findAllByRole('combobox');
  await user.click(first!);
  const choices = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(choices.map((choice) => choice.textContent)).toEqual(['1. Steel bottle', '2. Glass bottle']);
  server.answers['GET /api/admin/stats/what-if'] = answering({
    revenue: { ...REVENUE, change: '-8.00', ci95: ['-12.00', '-3.00'], verdict: 'less' },
  });
  await user.click(choices[0]!);
  expect(await screen.findByText('▼ About $8.00 less')).toBeTruthy();
  const asked = server.seen.at(-1)!.query;
  expect([asked.get('first'), asked.get('second')]).toEqual(['1', '3']);
});

test('each product stands with what it draws, or with why that is not known', async () => {
  await open(answering({}));
  const list = await screen.findByRole('list');
  expect(within(list).getByText('1.20 times the average (0.90 to 1.60)')).toBeTruthy();
  expect(within(list).getByText('Cannot be told apart from its place yet')).toBeTruthy();
});

test('a guide of one product has nothing to swap and shows no panel', async () => {
  const reply = answering({});
  const { server } = await open((seen) => {
    const { body } = reply(seen);
    return { body: { ...body, data: { products: PRODUCTS.slice(0, 1), swap: null } } };
  });
  await waitFor(() => expect(server.seen).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull());
  expect(screen.queryByText(/Changed Places/)).toBeNull();
});

test('a failed call says so and can be tried again', async () => {
  const { server, user } = await open(() => ({ status: 503, body: { message: 'The event store is busy.' } }));
  expect(await screen.findByText('The event store is busy.')).toBeTruthy();
  server.answers['GET /api/admin/stats/what-if'] = answering({});
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('▲ About $120.00 more')).toBeTruthy();
});
