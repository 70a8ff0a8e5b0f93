import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Destination, Link } from '../../../features/links/contract.ts';
import { LinksScreen } from './LinksScreen.tsx';

const BASE = '/api/admin/tracking-links';
const AT = '2026-03-01T10:00:00.000Z';

const destination = (id: number, given: Partial<Destination> = {}): Destination => ({
  id,
  link_id: 1,
  type: 'listicle',
  target_id: id,
  url: null,
  target_name: `Guide ${id}`,
  name: '',
  weight: 100,
  status: 'active',
  priority: 0,
  rule_id: null,
  is_control: false,
  starts_at: null,
  ends_at: null,
  caps: { daily_clicks: 0, daily_conversions: 0 },
  share_now: 50,
  state: 'live',
  overflow_name: null,
  version: 1,
  created_at: AT,
  updated_at: AT,
  ...given,
});

const link = (given: Partial<Link> = {}): Link => ({
  id: 1,
  name: 'Spring sleep',
  slug: 'spring-sleep',
  status: 'active',
  traffic_source_id: null,
  redirect_type: 302,
  forward_params: 'all',
  forward_list: [],
  param_conflict: 'incoming_wins',
  utm: { utm_source: 'taboola' },
  sticky: 'none',
  rotation: 'weighted',
  fallback_url: '/',
  starts_at: null,
  expires_at: null,
  expired_url: null,
  cost_model: 'source',
  cost_value: null,
  click_limit: null,
  notes: null,
  tags: [],
  state: 'active',
  url: 'https://guides.example/go/spring-sleep',
  former_slugs: [],
  mended_30d: [],
  source_name: null,
  destinations: [],
  visits_30d: 1200,
  uniques_30d: 1100,
  bots_30d: 90,
  last_visit_at: '2026-03-01T10:00:00.000Z',
  clicks_30d: 300,
  ctr_30d: 0.25,
  conversions_30d: 12,
  revenue_30d: '480.50',
  epc_30d: '1.60',
  cost_30d: '96.10',
  roi_30d: 4,
  left_out_30d: 0,
  is_sample: false,
  version: 4,
  created_at: AT,
  updated_at: AT,
  ...given,
});

const show = async (answers: Answers) => {
  const server = await fakeServer({
    [`GET ${BASE}`]: () => pageOf([link()]),
    'GET /api/admin/traffic-sources': () => pageOf([]),
    [`GET ${BASE}/util/lost-slugs`]: () => ({ body: { data: [] } }),
    'GET /api/settings': () => ({ body: { data: { currency: 'EUR' } } }),
    ...answers,
  });
  return { server, ...renderScreen(<LinksScreen />, '/admin/tracking-links') };
};
const bodyOf = (server: { seen: { method: string; body: unknown }[] }, method: string) =>
  server.seen.findLast((seen) => seen.method === method)?.body;

test('an empty list says what to do first', async () => {
  const { user } = await show({ [`GET ${BASE}`]: () => pageOf([]) });
  await screen.findByText(/No tracking link yet/);
  await user.click(screen.getAllByRole('button', { name: 'Add tracking link' })[1]!);
  await screen.findByRole('dialog', { name: 'Add tracking link' });
});

test('figures are written out, money in the currency of the site', async () => {
  await show({});
  expect((await screen.findByText('€1.60')).title).toBe('Revenue: €480.50');
  expect(screen.getByText('25.0%').title).toBe('300 clicks');
  expect(screen.getByText('1,200').title).toBe('1,100 uniques, 90 bots hidden, last visit 2026-03-01 10:00 UTC');
});

test('a list that cannot be read says so in the words of the catalogue', async () => {
  await show({ [`GET ${BASE}`]: () => ({ status: 500, body: {} }) });
  await screen.findByText('Failed to fetch tracking links');
});

test('a new link shows its short address as it is typed, offers free slugs, and goes on to its destinations', async () => {
  const suggestions = ['sleep-2', 'sleep-3', 'sleep-4'];
  const { server, user } = await show({
    [`POST ${BASE}`]: ({ body }) =>
      (body as Link).slug === 'sleep'
        ? {
            status: 409,
            body: {
              error: 'slug_taken',
              message: 'x',
              errors: { slug: ['is already in use'] },
              details: { suggestions },
            },
          }
        : { status: 201, body: { data: link({ id: 2, name: 'New' }), message: 'Tracking link created.' } },
    [`GET ${BASE}/2/destinations`]: () => ({ body: { data: [] } }),
  });
  await screen.findByText('Spring sleep');
  await user.click(screen.getByRole('button', { name: 'Add tracking link' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'New');
  await user.type(screen.getByRole('textbox', { name: /Slug/ }), 'sleep');
  expect(screen.getByRole('textbox', { name: /Short URL/ })).toHaveProperty('value', 'https://guides.example/go/sleep');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'sleep-3' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Destinations: New' });
  expect(bodyOf(server, 'POST')).toMatchObject({
    name: 'New',
    slug: 'sleep-3',
    redirect_type: 302,
    traffic_source_id: null,
  });
});

test('an edit sends the version it was read with, and warns before a slug changes', async () => {
  const { server, user } = await show({
    [`PUT ${BASE}/1`]: () => ({ body: { data: link(), message: 'Tracking link saved.' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit tracking link' }));
  const slug = await screen.findByRole('textbox', { name: /Slug/ });
  await user.clear(slug);
  await user.type(slug, 'other');
  expect(screen.getByText(/leads here for 90 more days/).textContent).toContain('/go/spring-sleep');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Tracking link saved.');
  expect(bodyOf(server, 'PUT')).toMatchObject({ version: 4, slug: 'other', utm: { utm_source: 'taboola' } });
});

test('shares follow the weights as they are typed, and are saved together', async () => {
  let all = [destination(1), destination(2), destination(3, { state: 'paused', status: 'paused', share_now: 0 })];
  const { server, user } = await show({
    [`GET ${BASE}/1/destinations`]: () => ({ body: { data: all } }),
    [`PUT ${BASE}/1/destinations/weights`]: () => {
      all = [destination(1, { weight: 300, share_now: 75 }), destination(2, { share_now: 25 }), all[2]!];
      return { body: { data: all, message: 'Weights saved.' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Destinations' }));
  const dialog = within(await screen.findByRole('dialog'));
  const weight = await dialog.findByRole('textbox', { name: 'Weight of Guide 1, as a number' });
  expect(dialog.getAllByText('50.0 %')).toHaveLength(2);
  await user.clear(weight);
  expect(dialog.getByText('A whole number from 0 to 1000.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Save weights' })).toHaveProperty('disabled', true);
  await user.type(weight, '300');
  expect(dialog.getByText('75.0 %')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save weights' }));
  await dialog.findByText('Weights saved.');
  expect(bodyOf(server, 'PUT')).toEqual({ weights: { 1: 300 } });
  await user.click(dialog.getByRole('button', { name: 'Split evenly' }));
  expect(dialog.getAllByText('50.0 %')).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await screen.findByText('The weights you typed are not saved.');
});

test('weights that were typed and not saved are offered when the dialog opens again', async () => {
  const open = async () => {
    const shown = await show({ [`GET ${BASE}/1/destinations`]: () => ({ body: { data: [destination(1)] } }) });
    await shown.user.click(await screen.findByRole('button', { name: 'Actions' }));
    await shown.user.click(screen.getByRole('menuitem', { name: 'Destinations' }));
    const weight = await screen.findByRole('textbox', { name: 'Weight of Guide 1, as a number' });
    return { user: shown.user, weight: weight as HTMLInputElement };
  };
  const before = await open();
  await before.user.clear(before.weight);
  await before.user.type(before.weight, '300');
  cleanup();
  const after = await open();
  expect(after.weight.value).toBe('100');
  await after.user.click(screen.getByRole('button', { name: 'Use it' }));
  expect(after.weight.value).toBe('300');
  await after.user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(localStorage.length).toBe(0);
});

test('a paused destination resumes, and a refusal says so in the words of the catalogue', async () => {
  const { server, user } = await show({
    [`GET ${BASE}/1/destinations`]: () => ({ body: { data: [destination(3, { state: 'paused', status: 'paused' })] } }),
    [`PUT ${BASE}/destinations/3`]: () => ({ status: 500, body: {} }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Destinations' }));
  await user.click(await screen.findByRole('button', { name: 'Resume Guide 3' }));
  await screen.findByText('Failed to update destination');
  expect(bodyOf(server, 'PUT')).toEqual({ status: 'active', version: 1 });
});

test('each destination says what it brought in the last 30 days', async () => {
  const { user } = await show({
    [`GET ${BASE}/1/destinations`]: () => ({ body: { data: [destination(1), destination(2)] } }),
    [`GET ${BASE}/1/stats`]: () => ({
      body: {
        currency: 'EUR',
        by_destination: [{ destination_id: 1, visits: 1240, clicks_out: 310, conversions: 14, epc: '0.84' }],
      },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Destinations' }));
  await screen.findByText('1,240 visits in 30 days · CTR 25.0% · 14 conv. · EPC €0.84');
  expect(screen.getAllByText('No visits in 30 days')).toHaveLength(1);
});

test('a guide is found by its name and added', async () => {
  const { server, user } = await show({
    [`GET ${BASE}/1/destinations`]: () => ({ body: { data: [destination(1)] } }),
    [`GET ${BASE}/util/available-listicles`]: () => ({
      body: {
        data: [
          {
            id: 1,
            type: 'listicle',
            title: 'Guide 1',
            status: 'published',
            slug: 'guide-1',
            views_30d: 0,
            epc_30d: null,
          },
          {
            id: 9,
            type: 'listicle',
            title: 'Guide 9',
            status: 'featured',
            slug: 'guide-9',
            views_30d: 3210,
            epc_30d: '0.84',
          },
        ],
      },
    }),
    [`POST ${BASE}/1/destinations`]: () => ({ status: 201, body: { data: [destination(1), destination(9)] } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: 'Destinations' }));
  await user.click(await screen.findByRole('button', { name: 'Add destination' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add destination' }));
  await user.click(form.getByRole('button', { name: 'Add' }));
  await form.findByText('This field is required.');
  await user.click(form.getByRole('combobox', { name: /^Guide/ }));
  expect((await screen.findByRole('option', { name: /already a destination/ })).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.click(screen.getByRole('option', { name: /Guide 9.*featured, 3,210 views in 30 days, EPC 0\.84/ }));
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add destination' })).toBeNull());
  await screen.findByText('Guide 9');
  expect(bodyOf(server, 'POST')).toMatchObject({ type: 'listicle', target_id: 9, url: null, weight: 100 });
});

test('one destination is edited in full: caps, schedule, control', async () => {
  const path = `${BASE}/1/destinations`;
  const { server, user } = await show({
    [`GET ${path}`]: () => ({
      body: {
        data: [
          destination(1, { version: 5, is_control: true, state: 'capped' }),
          destination(2, { status: 'paused', state: 'paused' }),
        ],
      },
    }),
    [`GET ${BASE}/1/rules`]: () => ({ body: { data: [] } }),
    [`PUT ${BASE}/destinations/1`]: () => ({ body: { data: [destination(1)], message: 'Destination saved.' } }),
  });
  await user.click((await screen.findAllByRole('button', { name: 'Actions' }))[0]!);
  await user.click(screen.getByRole('menuitem', { name: 'Destinations' }));
  const list = within(await screen.findByRole('list', { name: 'Destinations' }));
  for (const chip of ['Control', 'Cap reached', 'Paused']) list.getByText(chip);
  await user.click(list.getByRole('button', { name: 'Edit Guide 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit destination Guide 1' }));
  await user.type(dialog.getByLabelText('Conversions a day'), '25');
  await user.click(dialog.getByRole('switch', { name: 'Control' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodyOf(server, 'PUT')).toMatchObject({
      version: 5,
      is_control: false,
      caps: { daily_clicks: 0, daily_conversions: 25 },
      starts_at: null,
    }),
  );
});

test('an address that leads nowhere is listed with the nearest link, and led there by one press', async () => {
  const rows = [
    {
      id: 7,
      slug: 'sprung-sleep',
      visits: 12,
      paid: 8,
      first_at: AT,
      last_at: AT,
      deleted_name: null,
      nearest: { id: 1, slug: 'spring-sleep', name: 'Spring sleep' },
    },
    { id: 8, slug: 'zzz', visits: 1, paid: 0, first_at: AT, last_at: AT, deleted_name: 'Old ad', nearest: null },
  ];
  const { server, user } = await show({
    [`GET ${BASE}/util/lost-slugs`]: () => ({ body: { data: rows } }),
    [`POST ${BASE}/util/lost-slugs/7/lead`]: () => ({ body: { message: 'Led.' } }),
  });
  const panel = await screen.findByRole('region', { name: 'Addresses That Lead Nowhere' });
  expect(panel.textContent).toContain('12 visits, 8 of them paid');
  expect(panel.textContent).toContain('The deleted link “Old ad” had it');
  const [near, lost] = within(panel).getAllByRole('listitem');
  expect(near!.textContent).not.toContain('No link has a slug like this');
  expect(lost!.textContent).toContain('No link has a slug like this');
  await user.click(within(panel).getByRole('button', { name: 'Lead it to /go/spring-sleep' }));
  await screen.findByText('Led.');
  expect(bodyOf(server, 'POST')).toEqual({ link_id: 1 });
});

test('a link says how its visitors came mangled', async () => {
  await show({
    [`GET ${BASE}`]: () =>
      pageOf([
        link({
          mended_30d: [
            { how: 'ampersand', visits: 12 },
            { how: 'slash', visits: 1 },
          ],
        }),
      ]),
  });
  await screen.findByText('12 visits came with & instead of ?: mend the address at the source.');
  await screen.findByText('1 visit came with a slash too many: mend the address at the source.');
});
