// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Item } from '../contract.ts';
import { GuideProductsScreen } from './GuideProductsScreen.tsx';

const GUIDE = { id: 7, title: 'Sleep teas', status: 'published', rubric: [] };
const LIVE = { id: 1, name: 'Calm Tea', status: 'active', is_live: true };
const PAUSED = { id: 2, name: 'Dead Tea', status: 'paused', is_live: false };

let made = 0;
const product = (change: Partial<Item> = {}): Item => {
  made += 1;
  return {
    id: made,
    guide_id: 7,
    rank: 1,
    offer_id: 1,
    title: null,
    badge: null,
    badge_text: null,
    score: null,
    score_reason: null,
    scores: {},
    total_score: null,
    summary: null,
    body: null,
    pros: [],
    cons: [],
    best_for: null,
    not_for: null,
    image_url: null,
    image_alt: null,
    cta_text: 'Check price',
    fallback_offer_id: null,
    is_visible: true,
    sponsored_placement: false,
    attributes: {},
    display_title: `Product ${made}`,
    offer: LIVE,
    fallback_offer: null,
    link_state: 'offer',
    version: 1,
    created_at: '2026-02-03T04:05:06.000Z',
    updated_at: '2026-02-03T04:05:06.000Z',
    ...change,
  };
};
const three = () => ['Mint', 'Thyme', 'Sage'].map((name, i) => product({ display_title: name, rank: i + 1 }));

const show = async (items: Item[], answers: Answers = {}, guide: object = GUIDE) => {
  const server = await fakeServer({
    'GET /api/admin/listicles/7': () => ({ body: { data: guide } }),
    'GET /api/admin/listicles/7/items': () => ({ body: { data: items } }),
    'GET /api/admin/offers': () => pageOf([LIVE, PAUSED]),
    ...answers,
  });
  localStorage.setItem('token', 't');
  const shown = renderScreen(
    <Routes>
      <Route path="/admin/listicles/:listicleId/items" element={<GuideProductsScreen />} />
    </Routes>,
    '/admin/listicles/7/items',
  );
  await screen.findByRole('heading', { name: 'Sleep teas' });
  await waitFor(() => expect(screen.getByRole('region', { name: 'Products' }).getAttribute('aria-busy')).toBe('false'));
  return { ...shown, server };
};

const rows = () =>
  within(screen.getByRole('list', { name: 'Products by rank' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const sent = (server: { seen: { method: string; body: unknown }[] }, method: string) =>
  server.seen.findLast((seen) => seen.method === method)?.body;

test('the products stand in order with what readers see and where their buttons lead', async () => {
  await show([
    product({ rank: 1, display_title: 'Calm Tea', badge: 'best_overall', score: 8.7, sponsored_placement: true }),
    product({ rank: 2, display_title: 'Dead Tea', offer: PAUSED, link_state: 'none', is_visible: false }),
    product({ rank: 3, display_title: 'Old Tea', offer: PAUSED, fallback_offer: LIVE, link_state: 'fallback' }),
    product({ rank: 4, display_title: 'Mention', offer: null, offer_id: null, link_state: 'none' }),
  ]);
  const [first, second, third, fourth] = rows();
  expect(first).toMatch(/1.*Calm Tea.*Best overall.*8\.7 \/ 10.*Paid placement/);
  expect(second).toMatch(
    /2.*Dead Tea.*Hidden.*The offer is paused and nothing stands in for it: readers see no button\./,
  );
  expect(third).toMatch(/The offer is paused; the button leads to Calm Tea\./);
  expect(fourth).toMatch(/Editorial mention, without a button/);
  expect(screen.getByRole('link', { name: 'View live page' }).getAttribute('href')).toBe('/listicles/7');
});

test('a guide that nobody reads has no live page to look at', async () => {
  await show([], {}, { ...GUIDE, status: 'draft' });
  expect(await screen.findByText(/No product yet/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'View live page' })).toBeNull();
});

test('a product is moved by its buttons, also by keyboard, and each move is saved and said', async () => {
  const items = three();
  const { user, server } = await show(items, {
    'PUT /api/admin/listicles/7/items/reorder': () => ({ body: { data: [], message: 'Order saved.' } }),
  });
  expect((await screen.findByRole('button', { name: 'Move Mint up' })).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Move Sage down' }).hasAttribute('disabled')).toBe(true);
  screen.getByRole('button', { name: 'Move Mint down' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(rows()[0]).toContain('Thyme'));
  expect(screen.getByText('Mint is now number 2 of 3.')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Mint down');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(rows()[2]).toContain('Mint'));
  // at the end the way on is closed, so the focus takes the way back
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Mint up'));
  await waitFor(() => expect(sent(server, 'PUT')).toEqual({ ids: [items[1]!.id, items[2]!.id, items[0]!.id] }));
});

test('an order that is refused is said and the stored one comes back', async () => {
  const { user } = await show(three(), {
    'PUT /api/admin/listicles/7/items/reorder': () => ({ status: 400, body: { message: 'ids: load the list again' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Move Sage up' }));
  expect(await screen.findByText('ids: load the list again')).toBeTruthy();
  await waitFor(() => expect(rows()[2]).toContain('Sage'));
});

test('a product is added with an offer that was searched for', async () => {
  const { user, server } = await show([], {
    'POST /api/admin/listicles/7/items': () => ({ status: 201, body: { data: product(), message: 'Product added.' } }),
  });
  await screen.findByText(/No product yet/);
  await user.click(screen.getAllByRole('button', { name: 'Add Product' })[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'Add Product' }));
  await user.type(form.getByRole('combobox', { name: 'Offer' }), 'calm');
  await waitFor(() => expect(server.seen.some((seen) => seen.query.get('search') === 'calm')).toBe(true));
  await user.click(await screen.findByRole('option', { name: 'Calm Tea' }));
  await user.click(form.getByRole('tab', { name: 'Text' }));
  await user.type(form.getByRole('textbox', { name: 'Pro 1' }), 'Calm{Enter} Cheap {Enter}');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Product added.')).toBeTruthy();
  expect(sent(server, 'POST')).toMatchObject({
    offer_id: 1,
    fallback_offer_id: null,
    title: null,
    badge: null,
    score: null,
    pros: ['Calm', 'Cheap'],
    cons: [],
    cta_text: 'Check price',
    is_visible: true,
    sponsored_placement: false,
  });
});

test('a second best overall is refused at its badge, with the name of the first', async () => {
  const said = 'Only one product of a guide can be "Best overall"; "Calm Tea" has it now.';
  const item = product({ display_title: 'Mint', title: 'Mint', score: 8.7 });
  const { user, server } = await show([item], {
    [`PUT /api/admin/listicles/7/items/${item.id}`]: () => ({
      status: 409,
      body: { message: said, error: 'conflict', errors: { badge: [said] } },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Mint' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Mint' }));
  expect((form.getByRole('combobox', { name: 'Offer' }) as HTMLInputElement).value).toBe('Calm Tea');
  await user.click(form.getByRole('tab', { name: 'Score' }));
  await user.clear(form.getByRole('textbox', { name: /^Score/ }));
  await user.type(form.getByRole('textbox', { name: /^Score/ }), '9,1');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(said)).toBeTruthy();
  expect(sent(server, 'PUT')).toMatchObject({ offer_id: 1, score: 9.1, version: 1 });
});

test('a product is removed after a question', async () => {
  const item = product({ display_title: 'Mint' });
  const { user } = await show([item], {
    [`DELETE /api/admin/listicles/7/items/${item.id}`]: () => ({ body: { message: 'Product removed.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Mint' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirm Deletion' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Product removed.')).toBeTruthy();
});
