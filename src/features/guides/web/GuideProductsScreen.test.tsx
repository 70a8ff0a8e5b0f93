// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Item } from '../contract.ts';
import { GuideProductsScreen } from './GuideProductsScreen.tsx';
import type { ItemNumbers } from './products/ItemNumbersLine.tsx';

const GUIDE = { id: 7, title: 'Sleep teas', status: 'published', rubric: [] };
const LIVE = { id: 1, name: 'Calm Tea', status: 'active', is_live: true, closed_by: null };
const PAUSED = { id: 2, name: 'Dead Tea', status: 'paused', is_live: false, closed_by: 'status' as const };

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
    rank_reason: null,
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

const show = async (items: Item[], answers: Answers = {}, guide: object = GUIDE, numbers?: ItemNumbers) => {
  const server = await fakeServer({
    'GET /api/admin/listicles/7': () => ({ body: { data: guide } }),
    'GET /api/admin/listicles/7/items': () => ({ body: { data: items } }),
    'GET /api/admin/offers': () => pageOf([LIVE, PAUSED]),
    ...answers,
  });
  localStorage.setItem('token', 't');
  const shown = renderScreen(
    <Routes>
      <Route path="/admin/listicles/:guideId/items" element={<GuideProductsScreen numbers={numbers} />} />
    </Routes>,
    '/admin/listicles/7/items',
  );
  await screen.findByRole('heading', { name: 'Sleep teas' });
  await waitFor(() => expect(screen.getByRole('region', { name: 'Products' }).getAttribute('aria-busy')).toBe('false'));
  // the code of the rows comes by itself
  if (items.length > 0 && !answers['GET /api/admin/listicles/7/items'])
    await screen.findByRole('list', { name: 'Products by rank' }, { timeout: 20_000 });
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
    product({ rank: 5, display_title: 'Full Tea', offer: { ...LIVE, closed_by: 'caps' }, link_state: 'none' }),
  ]);
  const [first, second, third, fourth, fifth] = rows();
  expect(first).toMatch(/1.*Calm Tea.*Best overall.*8\.7 \/ 10.*Paid placement/);
  expect(second).toMatch(
    /2.*Dead Tea.*Hidden.*The offer is paused and nothing stands in for it: readers see no button\./,
  );
  expect(third).toMatch(/The offer is paused; the button leads to Calm Tea\./);
  expect(fourth).toMatch(/Editorial mention, without a button/);
  expect(fifth).toMatch(/The caps of the offer are reached and nothing stands in for it/);
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

test('a product is lifted, carried over several places and put down by keyboard, in one call', async () => {
  const items = three();
  const { user, server } = await show(items, {
    'PUT /api/admin/listicles/7/items/reorder': () => ({ body: { data: [], message: 'Order saved.' } }),
  });
  const handle = await screen.findByRole('button', { name: 'Reorder Mint' });
  handle.focus();
  await user.keyboard(' ');
  expect(screen.getByText(/^Mint is lifted, number 1 of 3\./)).toBeTruthy();
  expect(handle.getAttribute('aria-pressed')).toBe('true');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(screen.getByText('Number 3 of 3.')).toBeTruthy();
  expect(sent(server, 'PUT')).toBeUndefined();
  await user.keyboard(' ');
  await waitFor(() => expect(rows()[2]).toContain('Mint'));
  expect(screen.getByText('Mint is now number 3 of 3.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Reorder Mint'));
  expect(await screen.findByText('Order saved.')).toBeTruthy();
  expect(server.seen.filter((seen) => seen.method === 'PUT').map((seen) => seen.body)).toEqual([
    { ids: [items[1]!.id, items[2]!.id, items[0]!.id] },
  ]);
});

test('Escape leaves a lifted product where it was, and nothing is sent', async () => {
  const { user, server } = await show(three());
  (await screen.findByRole('button', { name: 'Reorder Sage' })).focus();
  await user.keyboard('{Enter}{Home}');
  expect(screen.getByText('Number 1 of 3.')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.getByText('Sage stays number 3 of 3.')).toBeTruthy();
  expect(screen.getAllByLabelText(/^Rank \d/).map((rank) => rank.textContent)).toEqual(['1', '2', '3']);
  expect(server.seen.some((seen) => seen.method === 'PUT')).toBe(false);
});

test('Undo brings the order of before back', async () => {
  const items = three();
  const { user, server } = await show(items, {
    'PUT /api/admin/listicles/7/items/reorder': () => ({ body: { data: [], message: 'Order saved.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Move Sage up' }));
  await waitFor(() => expect(rows()[1]).toContain('Sage'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(rows()[2]).toContain('Sage'));
  expect((await screen.findAllByText('The order is as it was.')).length).toBeGreaterThan(0);
  expect(sent(server, 'PUT')).toEqual({ ids: items.map((item) => item.id) });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('each product shows what readers did with it in 30 days', async () => {
  const items = three();
  const numbers = new Map([[items[0]!.id, { impressions: 1200, clicks: 90, conversions: 4 }]]);
  await show(items, {}, GUIDE, numbers);
  const [mint, thyme] = rows();
  expect(mint).toMatch(/Impressions1,200Clicks90CTR7\.5%Conversions4/);
  expect(thyme).toMatch(/Impressions0Clicks0CTR–Conversions0/);
});

test('numbers that cannot be read are said to be so, and the products are there', async () => {
  await show(three(), {}, GUIDE, 'failed');
  expect(rows()[0]).toMatch(/Mint.*The numbers cannot be read now\./);
});

test('a product is hidden from its row, and a refusal of the publish checklist is said', async () => {
  const [mint, sage] = [product({ display_title: 'Mint' }), product({ display_title: 'Sage', is_visible: false })];
  const said = 'This cannot be public: Sage: say at least one thing that speaks against it.';
  const { user, server } = await show([mint, sage], {
    [`PUT /api/admin/listicles/7/items/${mint.id}`]: () => ({ body: { data: mint, message: 'Product saved.' } }),
    [`PUT /api/admin/listicles/7/items/${sage.id}`]: () => ({
      status: 422,
      body: { message: said, error: 'publish_blocked', errors: { cons: [said] } },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Hide Mint' }));
  expect(await screen.findByText('Mint is hidden from readers.')).toBeTruthy();
  expect(sent(server, 'PUT')).toEqual({ is_visible: false, version: 1 });
  await user.click(screen.getByRole('button', { name: 'Show Sage' }));
  expect(await screen.findByText(said)).toBeTruthy();
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
    sponsored_placement: false,
  });
  // so that one that lacks something comes hidden instead of not at all
  expect(sent(server, 'POST')).not.toHaveProperty('is_visible');
});

test('a second best overall is refused at its badge, with the name of the first', async () => {
  const said = 'Only one product of a guide can be "Best overall"; "Calm Tea" has it now.';
  const { user } = await show([product({ display_title: 'Calm Tea', badge: 'best_overall' })], {
    'POST /api/admin/listicles/7/items': () => ({
      status: 409,
      body: { message: said, error: 'conflict', errors: { badge: [said] } },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Product' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Product' }));
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Mint');
  await user.click(form.getByRole('combobox', { name: /^Badge/ }));
  await user.click(await screen.findByRole('option', { name: 'Best overall' }));
  expect(form.getByText(/“Calm Tea” is best overall now/)).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(said)).toBeTruthy();
});

test('each product leads to its editor', async () => {
  const item = product({ display_title: 'Mint' });
  await show([item]);
  const to = `/admin/listicles/7/items/${item.id}`;
  expect(screen.getByRole('link', { name: 'Edit Mint' }).getAttribute('href')).toBe(to);
  expect(screen.getByRole('link', { name: 'Mint' }).getAttribute('href')).toBe(to);
});

test('a product is removed after a question, and Undo brings it back', async () => {
  const item = product({ display_title: 'Mint' });
  const restored: string[] = [];
  const { user } = await show([item], {
    [`DELETE /api/admin/listicles/7/items/${item.id}`]: () => ({ body: { message: 'Product removed.' } }),
    [`POST /api/admin/guide-products/${item.id}/restore`]: () => {
      restored.push(item.title ?? '');
      return { body: { data: item, message: 'Product restored.' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Mint' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Confirm Deletion' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Product removed.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Product restored.')).toBeTruthy();
  expect(restored).toHaveLength(1);
});

test('a product above one with a higher score says so, and leads to where readers are told why', async () => {
  const mint = product({ display_title: 'Mint', total_score: 7 });
  const sage = product({ display_title: 'Sage', total_score: 9 });
  await show([mint, sage]);
  expect(screen.getByText(/Mint \(7\.0\) stands above Sage, which scores 9\.0/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'tell readers why' }).getAttribute('href')).toBe(
    `/admin/listicles/7/items/${mint.id}`,
  );
});

test('one that says why is in order', async () => {
  const mint = product({ display_title: 'Mint', total_score: 7, rank_reason: 'The only one in stock.' });
  await show([mint, product({ display_title: 'Sage', total_score: 9 })]);
  expect(screen.queryByText(/stands above/)).toBeNull();
});

const RUBRIC = [{ key: 'taste', name: 'Taste', weight: 1, description: null }];
const scored = (name: string, taste: number, change: Partial<Item> = {}) =>
  product({ display_title: name, scores: { taste }, total_score: taste, ...change });
const openRanking = async (items: Item[], answers: Answers = {}) => {
  const shown = await show(items, answers, { ...GUIDE, rubric: RUBRIC });
  await shown.user.click(await screen.findByRole('button', { name: 'Scores and Order' }));
  return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Scores and Order' })) };
};
const puts = (server: { seen: { method: string; path: string; body: unknown }[] }) =>
  server.seen.filter((seen) => seen.method === 'PUT');

test('scores and order are written in one call, after the dialog has said what the checklist will say', async () => {
  const items = [scored('Mint', 8), scored('Thyme', 7), scored('Sage', 6)];
  const path = 'PUT /api/admin/listicles/7/items/ranking';
  const { user, dialog, server } = await openRanking(items, {
    [path]: () => ({ body: { data: items, message: 'Order and scores saved.' } }),
  });
  const taste = within(dialog.getByRole('listitem', { name: 'Thyme' })).getByRole('textbox', { name: 'Taste' });
  await user.clear(taste);
  await user.type(taste, '9,5');
  expect((await dialog.findAllByText(/Mint \(8.0\) stands above Thyme, which scores 9.5/)).length).toBe(2);
  expect(dialog.getByText(/will not let this be public/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Order by score' }));
  expect(dialog.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'))).toEqual([
    'Thyme',
    'Mint',
    'Sage',
  ]);
  expect(dialog.queryByText(/will not let this be public/)).toBeNull();
  // by the keys: the last one to the top
  await user.click(dialog.getByRole('button', { name: 'Reorder Sage' }));
  dialog.getByRole('button', { name: 'Reorder Sage' }).focus();
  await user.keyboard(' {Home} ');
  const reason = await dialog.findByRole('textbox', { name: 'Why it stands here' });
  await user.type(reason, 'Far cheaper.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Order and scores saved.');
  const [mint, thyme, sage] = items.map(({ id }) => id);
  expect(puts(server).map((seen) => seen.body)).toEqual([
    {
      items: [
        expect.objectContaining({ id: sage, version: 1, rank_reason: 'Far cheaper.', scores: { taste: 6 } }),
        expect.objectContaining({ id: thyme, version: 1, scores: { taste: 9.5 } }),
        { id: mint, version: 1 },
      ],
    },
  ]);
});

test('what the checklist refuses is said at its product, and what was typed stays', async () => {
  const items = [scored('Mint', 8), scored('Thyme', 7)];
  const { user, dialog } = await openRanking(items, {
    'PUT /api/admin/listicles/7/items/ranking': () => ({
      status: 409,
      body: {
        message: 'This cannot be public: it says cures.',
        error: 'publish_blocked',
        errors: { [`items.${items[1]!.id}.badge_text`]: ['must not promise a cure'] },
      },
    }),
  });
  const row = within(dialog.getByRole('listitem', { name: 'Thyme' }));
  await user.click(row.getByRole('combobox', { name: /^Badge/ }));
  await user.click(await screen.findByRole('option', { name: 'Best for' }));
  await user.type(await row.findByRole('textbox', { name: /^Badge text/ }), 'A cure');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await row.findByText('Must not promise a cure.')).toBeTruthy();
  expect(row.getByRole<HTMLInputElement>('textbox', { name: /^Badge text/ }).value).toBe('A cure');
});

test('scores that somebody else saved meanwhile are taken over where mine are untouched, and the next save goes through', async () => {
  const items = [scored('Mint', 8), scored('Thyme', 7)];
  const fresh = [{ ...items[0]!, version: 2, scores: { taste: 9 }, total_score: 9 }, items[1]!];
  const path = 'PUT /api/admin/listicles/7/items/ranking';
  const { user, dialog, server } = await openRanking(items, {
    [path]: () => ({ status: 409, body: { message: 'Changed.', error: 'version_conflict', current: fresh[0] } }),
  });
  const row = (name: string) => within(dialog.getByRole('listitem', { name }));
  const taste = (name: string) => row(name).getByRole<HTMLInputElement>('textbox', { name: 'Taste' });
  await user.clear(taste('Thyme'));
  await user.type(taste('Thyme'), '7.5');
  server.answers['GET /api/admin/listicles/7/items'] = () => ({ body: { data: fresh } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Somebody else saved products of this guide meanwhile/)).toBeTruthy();
  expect([taste('Mint').value, taste('Thyme').value]).toEqual(['9', '7.5']);
  server.answers[path] = () => ({ body: { data: fresh, message: 'Order and scores saved.' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Order and scores saved.');
  expect(puts(server).at(-1)!.body).toMatchObject({
    items: [
      { id: items[0]!.id, version: 2 },
      { id: items[1]!.id, version: 1, scores: { taste: 7.5 } },
    ],
  });
});

test('a product is added with an offer that is made on the spot, and nothing typed is lost', async () => {
  const made = { ...LIVE, id: 44, name: 'Oat Tea' };
  const { user, server } = await show(three(), {
    'GET /api/admin/affiliate-networks': () => pageOf([]),
    'GET /api/admin/offers/categories': () => ({ body: { data: [] } }),
    'POST /api/admin/offers': () => ({
      status: 201,
      body: { data: made, warnings: [], message: 'Offer created successfully!' },
    }),
    'POST /api/admin/listicles/7/items': () => ({ status: 201, body: { data: product(), message: 'Product added.' } }),
  });
  const sent = (path: string) => server.seen.filter((seen) => seen.method === 'POST' && seen.path === path);
  await user.click(await screen.findByRole('button', { name: 'Add Product' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Product' }));
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Typed before');
  await user.click(form.getByRole('button', { name: 'New offer for Offer' }));
  const offer = within(await screen.findByRole('dialog', { name: 'Add New Offer' }));
  await user.type(offer.getByRole('textbox', { name: /^Name/ }), 'Oat Tea');
  await user.click(offer.getByRole('tab', { name: 'Links & macros' }));
  await user.type(offer.getByRole('textbox', { name: /^Offer URL/ }), 'https://shop.example/oat');
  await user.click(offer.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add New Offer' })).toBeNull());
  expect(sent('/api/admin/offers')).toHaveLength(1);
  // the form around it was not sent with it
  expect(sent('/api/admin/listicles/7/items')).toEqual([]);
  expect(form.getByRole<HTMLInputElement>('combobox', { name: /^Offer/ }).value).toBe('Oat Tea');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Product added.');
  expect(sent('/api/admin/listicles/7/items')[0]!.body).toMatchObject({ offer_id: 44, title: 'Typed before' });
});

test('the products are looked at by their numbers, and moved by rank alone', async () => {
  const items = three();
  const numbers = new Map(
    items.slice(1).map(({ id }, nth) => [id, { impressions: 100, clicks: 10 + nth, conversions: 5 - nth }]),
  );
  const { user } = await show(items, {}, GUIDE, numbers);
  const looked = (by: string) =>
    within(screen.getByRole('list', { name: by }))
      .getAllByRole('listitem')
      .toSorted((a, b) => Number(a.style.order) - Number(b.style.order))
      .map((row) => /^(\d)\w(Mint|Thyme|Sage)/.exec(row.textContent)?.slice(1).join(' '));
  await user.click(screen.getByRole('combobox', { name: 'Look at them by' }));
  await user.click(screen.getByRole('option', { name: 'Clicks' }));
  expect(looked('Products by their numbers')).toEqual(['3 Sage', '2 Thyme', '1 Mint']);
  expect(screen.queryByRole('button', { name: /^(Move|Reorder)/ })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Look at them by' }));
  await user.click(screen.getByRole('option', { name: 'Conversions' }));
  expect(looked('Products by their numbers')).toEqual(['2 Thyme', '3 Sage', '1 Mint']);
  await user.click(screen.getByRole('combobox', { name: 'Look at them by' }));
  await user.click(screen.getByRole('option', { name: 'Rank' }));
  expect(looked('Products by rank')).toEqual(['1 Mint', '2 Thyme', '3 Sage']);
  expect(screen.getByRole('button', { name: 'Move Mint down' })).toBeTruthy();
});
