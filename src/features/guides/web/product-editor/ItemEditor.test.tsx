// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, type Seen, fakeServer, pageOf, renderScreen } from '../../../../../tests/support/web.tsx';
import { Route, Routes } from 'react-router';
import type { Guide, Item } from '../../contract.ts';
import { ItemEditorScreen } from '../ItemEditorScreen.tsx';

const RUBRIC = [
  { key: 'taste', name: 'Taste', weight: 3, description: 'Blind, by five people.' },
  { key: 'price', name: 'Price', weight: 1, description: null },
];
const GUIDE = { id: 7, title: 'Sleep teas', status: 'published', rubric: RUBRIC } as unknown as Guide;

const ITEM = {
  id: 5,
  guide_id: 7,
  rank: 1,
  offer_id: 1,
  title: null,
  badge: null,
  badge_text: null,
  score: null,
  score_reason: null,
  rank_reason: null,
  scores: { taste: 9 },
  total_score: null,
  summary: null,
  body: null,
  pros: ['Calm', 'Cheap'],
  cons: ['Bitter'],
  best_for: null,
  not_for: null,
  image_url: null,
  image_alt: null,
  cta_text: 'Check price',
  fallback_offer_id: null,
  is_visible: true,
  sponsored_placement: false,
  attributes: { Bags: '20' },
  display_title: 'Calm Tea',
  offer: { id: 1, name: 'Calm Tea', status: 'active', is_live: true, closed_by: null },
  fallback_offer: null,
  link_state: 'offer',
  version: 4,
  created_at: '2026-02-03T04:05:06.000Z',
  updated_at: '2026-02-03T04:05:06.000Z',
} satisfies Item;

/** Opens the editor of a product, and gives the screen and what was sent last. */
const edit = async (change: Partial<Item> = {}, answers: Answers = {}, others: Partial<Item>[] = []) => {
  const item = { ...ITEM, ...change };
  const items = [item, ...others.map((other, i) => ({ ...ITEM, id: 50 + i, ...other }))];
  const server = await fakeServer({
    'GET /api/admin/listicles/7': () => ({ body: { data: GUIDE } }),
    'GET /api/admin/listicles/7/items': () => ({ body: { data: items } }),
    'GET /api/admin/guide-products/5/draft': () => ({ body: { data: null, others: [] } }),
    'PUT /api/admin/guide-products/5/draft': ({ body }) => ({
      body: { data: { ...(body as object), restored_from: null, version: 1, updated_at: '2026-02-03T04:05:06.000Z' } },
    }),
    'DELETE /api/admin/guide-products/5/draft': () => ({ body: { message: 'Dropped.' } }),
    'POST /api/admin/guide-products/5/checks': () => ({ body: { data: [], can_publish: true } }),
    'POST /api/admin/guide-products/5/preview': () => ({ body: { data: { html: '<p id="p5">The card</p>' } } }),
    'GET /api/admin/guide-products/5/revisions': () => pageOf([]),
    'GET /api/admin/offers': () => pageOf([ITEM.offer]),
    'GET /api/admin/offers/1': () => ({
      body: { data: { id: 1, name: 'Calm Tea', attributes: { Bags: '40', Caffeine: 'none' } } },
    }),
    'PUT /api/admin/listicles/7/items/5': () => ({ body: { data: item, message: 'Product saved.' } }),
    ...answers,
  });
  localStorage.setItem('token', 't');
  const { user } = renderScreen(
    <Routes>
      <Route path="/admin/listicles/:guideId/items/:itemId" element={<ItemEditorScreen />} />
    </Routes>,
    '/admin/listicles/7/items/5',
  );
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Save' }) ?? screen.queryByText(/not in the guide/)).toBeTruthy(),
  );
  const form = within(document.body);
  const open = (tab: string) => user.click(form.getByRole('tab', { name: tab }));
  const save = async () => {
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.seen.some(isSave)).toBe(true));
    return server.seen.findLast(isSave)!.body;
  };
  return { user, form, open, save, server };
};

const isSave = (seen: Seen): boolean => seen.method === 'PUT' && seen.path === '/api/admin/listicles/7/items/5';

const box = (form: ReturnType<typeof within>, name: string | RegExp) =>
  form.getByRole('textbox', { name }) as HTMLInputElement;

test('the total is computed while the scores are typed, and only when each is there', async () => {
  const { user, form, open, save } = await edit();
  await open('Scores');
  expect(form.getByText('The total comes once every criterion is scored: 1 is left.')).toBeTruthy();
  expect(form.getByText('Blind, by five people. Weighs 3 of 4.')).toBeTruthy();
  await user.type(box(form, /^Price/), '6,5');
  expect(form.getByText('Computed total: 8.4 / 10')).toBeTruthy();
  expect(form.getByText('(3 × 9.0 + 1 × 6.5) ÷ 4')).toBeTruthy();
  expect(await save()).toMatchObject({ scores: { taste: 9, price: 6.5 }, score: null, score_reason: null, version: 4 });
});

test('a score in place of the total is said, and its missing reason stands at its field', async () => {
  const { user, form, open, save } = await edit(
    {},
    {
      'PUT /api/admin/listicles/7/items/5': () => ({
        status: 400,
        body: {
          message: 'score_reason: must say why this score stands in place of the computed total',
          errors: { score_reason: ['must say why this score stands in place of the computed total'] },
        },
      }),
    },
  );
  await open('Scores');
  await user.type(box(form, /^Score in place of the total/), '9.9');
  expect(form.getByText('Readers see 9.9 / 10 and your reason.')).toBeTruthy();
  await open('Text');
  expect(await save()).toMatchObject({ score: 9.9 });
  expect(await form.findByText('Must say why this score stands in place of the computed total.')).toBeTruthy();
  expect(form.getByRole('tab', { name: 'Scores (1 error)' }).getAttribute('aria-selected')).toBe('true');
});

test('a score that is no score is refused at its criterion and never sent', async () => {
  const { user, form, open, server } = await edit();
  await open('Scores');
  await user.type(box(form, /^Price/), '11');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box(form, /^Price/).getAttribute('aria-invalid')).toBe('true'));
  expect(server.seen.some(isSave)).toBe(false);
  expect(document.activeElement).toBe(box(form, /^Price/));
});

test('pros are written, moved and removed by keyboard', async () => {
  const { user, form, open, save } = await edit();
  await open('Text');
  await user.click(box(form, 'Pro 1'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(box(form, 'Pro 2'));
  await user.keyboard('First{Alt>}{ArrowUp}{/Alt}');
  expect(['Pro 1', 'Pro 2', 'Pro 3', 'Pro 4'].map((name) => box(form, name).value)).toEqual([
    'First',
    'Calm',
    'Cheap',
    '',
  ]);
  expect(document.activeElement).toBe(box(form, 'Pro 1'));
  await user.click(form.getByRole('button', { name: 'Remove pro 3' }));
  await user.click(box(form, 'Con 2'));
  await user.paste('Dear\r\n\n Far away ');
  expect(await save()).toMatchObject({ pros: ['First', 'Calm'], cons: ['Bitter', 'Dear', 'Far away'] });
});

test('a list that is full has no free line', async () => {
  const { form, open } = await edit({ cons: Array.from({ length: 8 }, (_unused, i) => `con ${i}`) });
  await open('Text');
  expect(form.getAllByRole('textbox', { name: /^Con \d/ })).toHaveLength(8);
});

test('the facts of the offer are shown and can be said otherwise, left out and taken back', async () => {
  const { user, form, open, save } = await edit();
  await open('Facts');
  expect(((await form.findByRole('textbox', { name: 'Bags' })) as HTMLInputElement).value).toBe('20');
  expect(form.getByText('In place of “40” of the offer')).toBeTruthy();
  expect(box(form, 'Caffeine').value).toBe('none');
  await user.click(form.getByRole('button', { name: 'Take Bags from the offer again' }));
  expect(box(form, 'Bags').value).toBe('40');
  await user.click(form.getByRole('button', { name: 'Leave Caffeine out' }));
  expect(form.getByText('Left out here; the offer says “none”')).toBeTruthy();
  expect(await save()).toMatchObject({ attributes: { Caffeine: '' } });
});

test('a fact of this guide is added by the word that another product uses', async () => {
  const { user, form, open, save } = await edit({ attributes: {} }, {}, [
    { attributes: { Origin: 'India', Bags: '7' } },
  ]);
  await open('Facts');
  await user.click(await form.findByRole('button', { name: 'Add Origin, which another product has' }));
  expect(form.queryByRole('button', { name: /^Add Bags/ })).toBeNull();
  await user.type(box(form, 'Origin'), 'Nepal');
  await user.click(form.getByRole('button', { name: 'Add fact' }));
  await user.type(box(form, 'Label of fact 2'), 'Weight');
  await user.type(box(form, 'Value of fact 2'), '50 g');
  expect(await save()).toMatchObject({ attributes: { Origin: 'Nepal', Weight: '50 g' } });
});

test('rows of a pasted table become facts, and a label of the offer takes what was pasted in its place', async () => {
  const { user, form, open, save } = await edit({ attributes: {} });
  await open('Facts');
  await user.click(await form.findByRole('button', { name: 'Add fact' }));
  const input = box(form, 'Label of fact 1');
  const rows =
    '<table><tr><td>Dose</td><td>10<sup>3</sup></td><td>mg</td></tr><tr><td>Bags</td><td>60</td></tr></table>';
  fireEvent.paste(input, { clipboardData: { getData: (type: string) => (type === 'text/html' ? rows : '') } });
  await waitFor(() => expect(box(form, 'Dose').value).toBe('10³ | mg'));
  expect(await save()).toMatchObject({ attributes: { Dose: '10³ | mg', Bags: '60' } });
});

test('two facts of one label are refused, since one of them would be lost', async () => {
  const { user, form, open, server } = await edit({ attributes: { Origin: 'India' } });
  await open('Facts');
  await user.click(await form.findByRole('button', { name: 'Add fact' }));
  await user.type(box(form, 'Label of fact 2'), 'Origin');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('“Origin” stands here twice; take one of them away.')).toBeTruthy();
  expect(server.seen.some(isSave)).toBe(false);
});

test('what keeps a public guide from being saved stands at the field of the product', async () => {
  const said = 'Calm Tea: say at least one thing that speaks against it.';
  const { user, form, open } = await edit(
    {},
    {
      'PUT /api/admin/listicles/7/items/5': () => ({
        status: 422,
        body: { message: `This cannot be public: ${said}`, error: 'publish_blocked', errors: { cons: [said] } },
      }),
    },
  );
  await open('Text');
  await user.click(form.getByRole('button', { name: 'Remove con 1' }));
  await open('Product');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(said)).toBeTruthy();
  expect(form.getByRole('tab', { name: 'Text (1 error)' }).getAttribute('aria-selected')).toBe('true');
});

test('edits that were kept stand in the form again, and readers see the product as it was saved', async () => {
  const { form, open } = await edit(
    {},
    {
      'GET /api/admin/guide-products/5/draft': () => ({
        body: {
          data: {
            content: { summary: 'Half written', scores: { taste: 7 }, pros: ['Only this'], attributes: { Bags: '21' } },
            base_version: 4,
            restored_from: null,
            version: 2,
            updated_at: '2026-02-03T04:05:06.000Z',
          },
          others: [],
        },
      }),
    },
  );
  expect(form.getByText(/Readers see the product as it was saved last\./)).toBeTruthy();
  expect(form.getByText(/Not live yet: .*Summary/)).toBeTruthy();
  await open('Text');
  expect(box(form, 'Summary').value).toBe('Half written');
  expect(box(form, 'Pro 1').value).toBe('Only this');
  await open('Scores');
  expect(box(form, /^Taste/).value).toBe('7');
});

test('the card on the real page follows what is typed, and the draft is kept by itself', async () => {
  const { user, form, open, server } = await edit();
  expect((await form.findByTitle('Preview of the page')).getAttribute('srcdoc')).toContain('The card');
  await open('Text');
  await user.type(box(form, 'Summary'), 'New');
  const sentTo = (path: string) => server.seen.findLast((seen) => seen.path === path)?.body;
  await waitFor(() => expect(sentTo('/api/admin/guide-products/5/preview')).toEqual({ content: { summary: 'New' } }));
  await waitFor(() =>
    expect(sentTo('/api/admin/guide-products/5/draft')).toEqual({ content: { summary: 'New' }, base_version: 4 }),
  );
  expect(await form.findByText(/^Draft saved/)).toBeTruthy();
  expect(server.seen.some(isSave)).toBe(false);
});

test('a product that was taken out meanwhile is said to be gone', async () => {
  const { form } = await edit({}, { 'GET /api/admin/listicles/7/items': () => ({ body: { data: [] } }) });
  expect(form.getByText('This product is not in the guide any more.')).toBeTruthy();
});
