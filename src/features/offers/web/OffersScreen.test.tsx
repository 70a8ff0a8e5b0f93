// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { TimeZoneContext } from '../../../platform/web/ui/time-zone.ts';
import type { Offer } from '../contract.ts';
import type { Category } from '../category-contract.ts';
import { OffersScreen } from './OffersScreen.tsx';

const AT = '2026-03-04T15:06:07.000Z';

const OFFER: Offer = {
  id: 7,
  name: 'Calm Tea',
  network_id: 3,
  network_name: 'TeaNet',
  category_id: 1,
  category_name: 'Uncategorised',
  tags: ['tea'],
  url: 'https://shop.example/tea',
  preview_url: null,
  status: 'active',
  state: 'expired',
  payout_type: 'hybrid',
  payout_amount: '40.00',
  payout_percent: '12.50',
  payout_currency: 'USD',
  payout_source: 'postback_else_fixed',
  payouts_by_country: { DE: '52.00' },
  countries_allowed: ['AT', 'DE'],
  countries_blocked: [],
  devices_allowed: ['mobile'],
  cap_clicks_daily: 100,
  cap_conversions_daily: 0,
  cap_total: 0,
  cap_timezone: null,
  overflow_offer_id: 9,
  allow_rebill: true,
  count_late: true,
  attribution_window_days: null,
  starts_at: null,
  ends_at: '2026-03-01T10:00:30.000Z',
  brand: null,
  image_url: null,
  price: '29.90',
  list_price: null,
  price_currency: 'USD',
  price_checked_at: AT,
  coupon_code: null,
  coupon_text: null,
  coupon_ends_at: null,
  money_back_days: null,
  shipping_note: null,
  attributes: { Bags: '40' },
  forbidden_words: [],
  allowed_claims: null,
  required_disclaimer: null,
  brand_bidding_allowed: null,
  notes: null,
  link_status: 'unchecked',
  link_checked_at: null,
  final_url: null,
  link_note: null,
  is_link_dead: false,
  is_full: false,
  closed_by: 'dates',
  link_snoozed_until: null,
  clicks_7d: 1234,
  conv_7d: 5,
  epc_7d: '0.16',
  used_in: [{ kind: 'guide', id: 4, name: 'Best teas' }],
  is_sample: false,
  version: 4,
  created_at: AT,
  updated_at: AT,
};

const PAYOUT = {
  payout_type: 'hybrid',
  payout_amount: '40.00',
  payout_percent: '12.50',
  payout_currency: 'USD',
  payout_source: 'postback_else_fixed',
  payouts_by_country: {},
};

const buildCategory = (facts: Partial<Category>): Category => ({
  id: 1,
  name: 'Uncategorised',
  slug: 'uncategorised',
  sort_order: 0,
  color: null,
  icon: null,
  description: null,
  is_default: true,
  offers_count: 1,
  version: 1,
  created_at: AT,
  updated_at: AT,
  ...facts,
});

const NETWORK = { id: 3, name: 'TeaNet', click_param: 'tid', append_click_id: true, extra_params: [] };
const RESTING = { ...NETWORK, id: 5, name: 'Resting', status: 'paused' };

const show = async (answers: Answers = {}) => {
  localStorage.setItem('token', 't');
  const server = await fakeServer({
    'GET /api/admin/offers': () => pageOf([OFFER]),
    'GET /api/admin/offers/categories': () => ({
      body: { data: [buildCategory({}), buildCategory({ id: 2, name: 'Sleep', is_default: false, offers_count: 3 })] },
    }),
    'GET /api/admin/affiliate-networks': () => pageOf([NETWORK, RESTING]),
    'GET /api/admin/affiliate-networks/3': () => ({ body: { data: NETWORK } }),
    'GET /api/admin/affiliate-networks/5': () => ({ body: { data: RESTING } }),
    ...answers,
  });
  const shown = renderScreen(
    <TimeZoneContext value="UTC">
      <OffersScreen />
    </TimeZoneContext>,
  );
  await screen.findByText('Calm Tea');
  return { ...shown, server, sent: (method: string) => server.seen.find((seen) => seen.method === method)?.body };
};

test('the list shows what an offer pays, its state by its dates, and its clicks', async () => {
  await show();
  expect(screen.getByRole('heading', { name: 'Manage Offers' })).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '',
    'Name',
    'Network',
    'Category',
    'Status',
    'Payout',
    'Price',
    'Clicks 7\u00a0d',
    'Conv.',
    'EPC',
    'Actions',
  ]);
  for (const text of ['TeaNet', 'Expired', '40.00 USD + 12.5 %', '29.90 USD', '1,234']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test('a failed load says so', async () => {
  await fakeServer({ 'GET /api/admin/offers': () => ({ status: 503, body: {} }) });
  renderScreen(<OffersScreen />);
  expect(await screen.findByText('Failed to fetch offers')).toBeTruthy();
});

test('the URL is previewed as it is typed, and what is doubtful is said before and after the save', async () => {
  const { user, sent } = await show({
    'POST /api/admin/offers': () => ({
      status: 201,
      body: {
        data: OFFER,
        message: 'Offer created successfully!',
        warnings: [{ code: 'duplicate_url', field: 'url', message: 'The offer "Old Tea" has the same URL.' }],
      },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Add New Offer' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add New Offer' }));
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'New Tea');
  await user.click(form.getByRole('tab', { name: 'Links & macros' }));
  const url = form.getByRole('textbox', { name: /^Offer URL/ });
  await user.type(url, 'http://shop.example/new?g={{guide.id}');
  const final = () => (form.getByRole('textbox', { name: 'Final URL' }) as HTMLInputElement).value;
  expect(final()).toBe('http://shop.example/new?g=5');
  expect(form.getByText(/No click id reaches the network/)).toBeTruthy();
  expect(form.getByText('The URL is not https.')).toBeTruthy();
  await user.type(url, '&s=');
  await user.click(form.getByRole('button', { name: '{click_id}' }));
  expect(final()).toMatch(/\?g=5&s=[0-9a-z]{24}$/);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Offer created successfully!')).toBeTruthy();
  expect(screen.getByText('The offer "Old Tea" has the same URL.')).toBeTruthy();
  expect(sent('POST')).toMatchObject({
    name: 'New Tea',
    url: 'http://shop.example/new?g={guide.id}&s={click_id}',
    network_id: null,
    category_id: 1,
    payout_amount: '0.00',
    price: null,
    starts_at: null,
  });
  expect(sent('POST')).not.toHaveProperty('version');
});

test('an edit sends what was read, dates to the second, and the version', async () => {
  const { user, sent } = await show({
    'PUT /api/admin/offers/7': () => ({ body: { data: OFFER, message: 'Offer updated successfully!', warnings: [] } }),
    'GET /api/admin/offers/7/payouts': () => ({
      body: {
        data: [
          { ...PAYOUT, changed_at: '2026-03-02T10:00:00.000Z', payouts_by_country: { DE: '52.00' } },
          { ...PAYOUT, changed_at: '2026-01-02T10:00:00.000Z', payout_type: 'cpa', payout_amount: '35.00' },
        ],
      },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Edit Offer' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Calm Tea' }));
  await user.click(form.getByRole('tab', { name: 'Used in' }));
  expect(form.getByText('Best teas')).toBeTruthy();
  await user.click(form.getByRole('tab', { name: 'Audience' }));
  await user.type(form.getByRole('textbox', { name: /^Only these countries/ }), ' ch');
  await user.click(form.getByRole('tab', { name: 'Payout & caps' }));
  const history = within(await form.findByRole('region', { name: 'Payout history, scrollable' }));
  expect(history.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FromPayoutBy country',
    '2026-03-02 10:0040.00\u00a0USD + 12.5\u00a0%DE 52.00\u00a0USD',
    '2026-01-02 10:0035.00\u00a0USDThe same',
  ]);
  const payout = form.getByRole('textbox', { name: /^Payout$/ });
  await user.clear(payout);
  await user.type(payout, '42,5');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Offer updated successfully!')).toBeTruthy();
  expect(screen.queryByText(/something about it is doubtful/)).toBeNull();
  expect(sent('PUT')).toMatchObject({
    version: 4,
    network_id: 3,
    payout_amount: '42.50',
    payout_percent: '12.50',
    payouts_by_country: { DE: '52.00' },
    countries_allowed: ['AT', 'CH', 'DE'],
    countries_blocked: [],
    devices_allowed: ['mobile'],
    cap_clicks_daily: 100,
    cap_timezone: null,
    overflow_offer_id: 9,
    ends_at: '2026-03-01T10:00:30.000Z',
    price_checked_at: AT,
    attributes: { Bags: '40' },
    tags: ['tea'],
  });
});

test('the final URL waits for the network, and doubts nothing before', async () => {
  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const { user } = await show({
    'GET /api/admin/affiliate-networks/3': async () => {
      await asked;
      return { body: { data: NETWORK } };
    },
  });
  await user.click(screen.getByRole('button', { name: 'Edit Offer' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Calm Tea' }));
  await user.click(form.getByRole('tab', { name: 'Links & macros' }));
  expect(form.queryByText(/No click id reaches the network/)).toBeNull();
  answer!();
  const final = await form.findByRole<HTMLInputElement>('textbox', { name: 'Final URL' });
  expect(final.value).toMatch(/[?&]tid=/);
});

test('two payouts of one country are refused, since one of them would be lost', async () => {
  const { user, server } = await show();
  await user.click(screen.getByRole('button', { name: 'Edit Offer' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Calm Tea' }));
  await user.click(form.getByRole('tab', { name: 'Payout & caps' }));
  await user.click(form.getByRole('button', { name: 'Add country' }));
  await user.type(form.getByRole('textbox', { name: 'Country code 2' }), 'de');
  await user.type(form.getByRole('textbox', { name: 'Payout 2' }), '1.00');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('“de” stands here twice; take one of them away.')).toBeTruthy();
  expect(server.seen.some(({ method }) => method === 'PUT')).toBe(false);
});

test('a refusal of a field of another tab opens that tab', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Add New Offer' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add New Offer' }));
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'New Tea');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('This field is required.')).toBeTruthy();
  expect(form.getByRole('tab', { name: 'Links & macros (1 error)' }).getAttribute('aria-selected')).toBe('true');
});

test('a delete can be undone', async () => {
  const { user } = await show({
    'GET /api/admin/offers': () => pageOf([{ ...OFFER, used_in: [] }]),
    'DELETE /api/admin/offers/7': () => ({ body: { message: 'Offer deleted successfully!' } }),
    'POST /api/admin/offers/7/restore': () => ({ body: { data: OFFER, message: 'Offer restored.' } }),
  });
  await user.click(screen.getByRole('button', { name: 'Delete Offer' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Offer restored.')).toBeTruthy();
});

test('a filter without its choices says so, and gets them by one press', async () => {
  const { user, server } = await show({
    'GET /api/admin/offers/categories': () => ({ status: 400, body: {} }),
  });
  const alert = (await screen.findByText('Failed to fetch categories')).closest<HTMLElement>('[role="alert"]')!;
  server.answers['GET /api/admin/offers/categories'] = () => ({ body: { data: [buildCategory({})] } });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Failed to fetch categories')).toBeNull());
  await user.click(screen.getByRole('combobox', { name: /^Category/ }));
  expect(await screen.findByRole('option', { name: 'Uncategorised' })).toBeTruthy();
});

test('categories are added, and the default one offers no delete', async () => {
  const { user, sent } = await show({
    'POST /api/admin/offers/categories': () => ({
      status: 201,
      body: { data: buildCategory({ id: 4 }), message: 'Category created.' },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Categories' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer categories' }));
  expect(dialog.getByText('3 offers')).toBeTruthy();
  expect(dialog.getAllByRole('button', { name: 'Edit category' })).toHaveLength(2);
  expect(dialog.getAllByRole('button', { name: 'Delete category' })).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Add category' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add category' }));
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Focus');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Category created.')).toBeTruthy();
  await waitFor(() => expect(sent('POST')).toMatchObject({ name: 'Focus', sort_order: 0 }));
});

const LIVE: Offer = { ...OFFER, state: 'active', closed_by: null, ends_at: null, overflow_offer_id: null };
const STAND_IN: Offer = { ...LIVE, id: 12, name: 'Green Tea' };
// what is active may be closed by its network, and what is at its cap may have one that takes over
const CLOSED: Offer = { ...LIVE, id: 13, name: 'Mint Tea', closed_by: 'network_paused' };
const TAKEN_OVER: Offer = { ...LIVE, id: 14, name: 'Rare Tea', state: 'capped' };
const PLACE = {
  kind: 'guide',
  id: 4,
  title: 'Best teas',
  product: 'The calm one',
  product_id: 31,
  offer: 'Calm Tea',
  is_lost: true,
  instead: null,
};
const PLACES = [
  PLACE,
  { ...PLACE, product: 'The safe one', product_id: 32, is_lost: false, instead: 'Black Tea' },
  { ...PLACE, kind: 'review', id: 5, title: 'A month of tea', product: null, product_id: null },
  { ...PLACE, kind: 'link', id: 6, title: 'Newsletter', product: null, product_id: null, is_lost: false },
];
const closingAnswers: Answers = {
  'GET /api/admin/offers': () => pageOf([LIVE, STAND_IN, CLOSED, TAKEN_OVER]),
  'GET /api/admin/offers/7/closing': () => ({ body: { data: PLACES } }),
  'PUT /api/admin/offers/7/closing': () => ({ body: { data: LIVE, warnings: [], message: 'Saved.' } }),
};

async function pause(answers: Answers = closingAnswers) {
  const shown = await show(answers);
  await shown.user.click(screen.getAllByRole('button', { name: 'Edit Offer' })[0]!);
  const editor = within(await screen.findByRole('dialog', { name: 'Edit Calm Tea' }));
  await shown.user.click(editor.getByRole('combobox', { name: /^Status/ }));
  await shown.user.click(await screen.findByRole('option', { name: 'Paused' }));
  await shown.user.click(editor.getByRole('button', { name: 'Save' }));
  return shown;
}

test('before an offer is paused its editor names who loses a button, and another offer is put there by the same save', async () => {
  const { user, sent } = await pause();
  const question = within(await screen.findByRole('dialog', { name: 'Pause “Calm Tea”?' }));
  const said = question.getAllByRole('listitem').map((row) => row.textContent);
  expect(said).toEqual([
    'Guide “Best teas”: The calm one',
    'Review “A month of tea”. It judges this one offer, so no other stands in under its verdict.',
    'Guide “Best teas”: The safe one leads to “Black Tea”',
    'Link “Newsletter”',
  ]);
  expect(sent('PUT')).toBeUndefined();
  await user.click(question.getByRole('combobox', { name: /^Send readers/ }));
  // the offer itself cannot take its own place
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Green TeaTeaNet',
    'Rare TeaTeaNet',
  ]);
  await user.click(screen.getByRole('option', { name: /Green Tea/ }));
  await user.click(question.getByRole('button', { name: 'Save with this fallback' }));
  await screen.findByText('Saved.');
  expect(sent('PUT')).toMatchObject({ status: 'paused', version: 4, stand_in_offer_id: 12 });
});

test('it goes on without a fallback, or not at all', async () => {
  const { user, sent } = await pause();
  const question = within(await screen.findByRole('dialog', { name: 'Pause “Calm Tea”?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pause “Calm Tea”?' })).toBeNull());
  expect(sent('PUT')).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const again = within(await screen.findByRole('dialog', { name: 'Pause “Calm Tea”?' }));
  await user.click(again.getByRole('button', { name: 'Save without fallback' }));
  await screen.findByText('Saved.');
  expect(sent('PUT')).toMatchObject({ status: 'paused' });
  expect(sent('PUT')).not.toHaveProperty('stand_in_offer_id');
});

test('an offer that is given to a paused network closes too, and who loses a button is told before', async () => {
  const { user, sent } = await show({
    ...closingAnswers,
    'PUT /api/admin/offers/7': () => ({ body: { data: LIVE, warnings: [], message: 'Saved.' } }),
  });
  await user.click(screen.getAllByRole('button', { name: 'Edit Offer' })[0]!);
  const editor = within(await screen.findByRole('dialog', { name: 'Edit Calm Tea' }));
  await user.click(editor.getByRole('combobox', { name: /^Network/ }));
  await user.click(await screen.findByRole('option', { name: 'Resting' }));
  await user.click(editor.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: /“Calm Tea”\?$/ }));
  await user.click(question.getByRole('button', { name: 'Save without fallback' }));
  await screen.findByText('Saved.');
  expect(sent('PUT')).toMatchObject({ network_id: 5 });
});

test('an offer that nobody would miss is paused without a question', async () => {
  const { sent } = await pause({
    ...closingAnswers,
    'GET /api/admin/offers/7/closing': () => ({ body: { data: [] } }),
    'PUT /api/admin/offers/7': () => ({ body: { data: LIVE, warnings: [], message: 'Saved.' } }),
  });
  await screen.findByText('Saved.');
  expect(sent('PUT')).toMatchObject({ status: 'paused' });
});

test('an offer in use is archived instead of deleted, with another one in its place', async () => {
  const { user, sent } = await show(closingAnswers);
  await user.click(screen.getAllByRole('button', { name: 'Delete Offer' })[0]!);
  const question = within(await screen.findByRole('dialog', { name: '“Calm Tea” is in use' }));
  expect(question.getByText(/cannot be deleted while it is named by guide “Best teas”/)).toBeTruthy();
  await user.click(question.getByRole('combobox', { name: /^Send readers/ }));
  await user.click(await screen.findByRole('option', { name: /Green Tea/ }));
  await user.click(question.getByRole('button', { name: 'Archive with this fallback' }));
  await screen.findByText('Saved.');
  expect(sent('PUT')).toEqual({ status: 'archived', version: 4, stand_in_offer_id: 12 });
});
