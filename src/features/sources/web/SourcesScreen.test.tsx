// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import type { Source, SourceDetail, SourceTemplate } from '../contract.ts';
import { SourcesScreen } from './SourcesScreen.tsx';

const SOURCE: Source = {
  id: 3,
  name: 'Taboola US',
  template_key: 'taboola',
  type: 'native',
  status: 'active',
  click_id_param: 'click_id',
  click_id_token: '{click_id}',
  cost_param: null,
  cost_model: 'cpc',
  cost_currency: 'USD',
  traffic_loss_percent: 0,
  parameters: [{ alias: 'site', param: 'site', token: '{site}', label: 'Site', group_in_reports: true }],
  utm_defaults: { utm_source: 'taboola' },
  url_suffix: 'click_id={click_id}&site={site}&utm_source=taboola',
  postback_enabled: true,
  postback_url_masked: 'https://pb.example/?key=***&c={external_id}',
  postback_method: 'GET',
  postback_statuses: ['approved'],
  event_map: {},
  status_map: {},
  requires_external_id: true,
  send_zero_payout: false,
  expected_status: '2xx',
  delay_seconds: 0,
  links_count: 3,
  notes: null,
  visits_30d: 1234,
  cost_30d: '308.50',
  profit_30d: '92.55',
  roi_30d: 0.3,
  left_out_30d: 0,
  unread_costs_30d: { visits: 12, sample: '{cpc}' },
  postbacks_ok_rate_24h: 0.975,
  last_error: 'http_500',
  is_sample: false,
  version: 2,
  created_at: '2026-02-03T04:05:06.000Z',
  updated_at: '2026-03-04T15:06:07.000Z',
};
const DETAIL: SourceDetail = {
  ...SOURCE,
  postback_url: 'https://pb.example/?key=secret1&c={external_id}',
  postback_body: null,
  postback_headers: [{ name: 'X-Key', value: '••••••' }],
};
const TEMPLATE: SourceTemplate = {
  key: 'mgid',
  name: 'MGID',
  type: 'native',
  source_url: 'https://help.mgid.com/x',
  verified_on: '2026-11-21',
  confidence: 'vendor',
  evidence: 'the page of the vendor',
  capture_only: false,
  click_id_param: 'cid',
  click_id_token: '{cid}',
  cost_param: 'click_price',
  cost_model: 'cpc',
  parameters: [{ alias: 'widget', param: 'widget', token: '{widget_id}', label: 'Widget', group_in_reports: true }],
  utm_defaults: { utm_source: 'mgid' },
  postback_url: 'https://a.mgid.com/postback?c={external_id}&r={payout}',
  postback_method: 'GET',
  requires_external_id: true,
  notes: null,
};

const show = async (answers: Answers = {}) => {
  const server = await fakeServer({
    'GET /api/admin/traffic-sources': () => pageOf([SOURCE]),
    'GET /api/settings': () => ({ body: { data: { currency: 'EUR' } } }),
    'GET /api/admin/traffic-sources/templates': () => ({ body: { data: [TEMPLATE] } }),
    'GET /api/admin/traffic-sources/3': () => ({ body: { data: DETAIL } }),
    ...answers,
  });
  localStorage.setItem('token', 't');
  const shown = renderScreen(<SourcesScreen renderLog={(source) => <p>Log of {source.name}</p>} />);
  await screen.findByText('Taboola US');
  return { ...shown, server };
};

const press = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const bodyOf = (server: Awaited<ReturnType<typeof show>>['server'], method: string) =>
  server.seen.findLast((seen) => seen.method === method)!.body as Record<string, unknown>;

test('the list shows what each source sends and how its postbacks fare', async () => {
  await show();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Type',
    'Status',
    'Postback',
    'OK rate 24 h',
    'Visits 30 d',
    'Cost 30 d',
    'Profit 30 d',
    'ROI 30 d',
    'Actions',
  ]);
  await screen.findByText('€308.50');
  for (const text of ['Native', 'Active', 'Failing', '97.5%', '1,234', '€308.50', '€92.55', '30.0%'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('a template fills the new source, the suffix and the preview follow what is typed', async () => {
  const { user, server } = await show({
    'POST /api/admin/traffic-sources': () => ({
      status: 201,
      body: { data: DETAIL, message: 'Traffic source created.' },
    }),
  });
  await press(user, 'Add source');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add traffic source' }));
  await user.click(dialog.getByRole('combobox', { name: /Template/ }));
  await user.click(await screen.findByRole('option', { name: 'MGID' }));
  expect(dialog.getByText('Verified from vendor docs')).toBeTruthy();
  await user.click(dialog.getByRole('tab', { name: 'Click id & parameters' }));
  expect(dialog.getByLabelText<HTMLInputElement>('URL suffix').value).toBe(
    'cid={cid}&widget={widget_id}&utm_source=mgid',
  );
  await user.click(dialog.getByRole('tab', { name: 'Postback' }));
  await user.click(dialog.getByText('{txid}'));
  expect(dialog.getByLabelText<HTMLInputElement>('Preview').value).toBe(
    'https://a.mgid.com/postback?c=abc123XYZ&r=25.00T-1001',
  );
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Traffic source created.');
  expect(bodyOf(server, 'POST')).toMatchObject({
    name: 'MGID',
    template_key: 'mgid',
    click_id_param: 'cid',
    postback_url: 'https://a.mgid.com/postback?c={external_id}&r={payout}{txid}',
    postback_statuses: ['approved'],
    utm_defaults: { utm_source: 'mgid' },
    event_map: {},
  });
});

test('the editor opens the stored postback and sends the version; header values stay dots', async () => {
  const { user, server } = await show({
    'PUT /api/admin/traffic-sources/3': () => ({ body: { data: DETAIL, message: 'Traffic source saved.' } }),
  });
  await press(user, 'Edit source');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Taboola US' }));
  await user.click(dialog.getByRole('tab', { name: 'Postback' }));
  expect(dialog.getByLabelText<HTMLInputElement>(/Postback URL/).value).toBe(DETAIL.postback_url);
  await user.click(dialog.getByRole('switch', { name: 'Send pending conversions' }));
  await user.type(dialog.getByLabelText('Event: Sale'), 'Purchase');
  await user.click(dialog.getByRole('tab', { name: 'Click id & parameters' }));
  expect(dialog.queryByRole('switch', { name: /existing links/ })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: /^Click id parameter/ }), '2');
  await user.click(dialog.getByRole('switch', { name: /^Apply to the 3 existing links/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Traffic source saved.');
  expect(bodyOf(server, 'PUT')).toMatchObject({
    version: 2,
    apply_to_links: false,
    postback_statuses: ['pending', 'approved'],
    event_map: { sale: 'Purchase' },
    postback_headers: [{ name: 'X-Key', value: '••••••' }],
  });
});

test('several statuses by one and the same message are warned of, until the URL tells them apart', async () => {
  const { user } = await show();
  await press(user, 'Edit source');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Taboola US' }));
  await user.click(dialog.getByRole('tab', { name: 'Postback' }));
  expect(dialog.queryByText(/one more conversion/)).toBeNull();
  await user.click(dialog.getByRole('switch', { name: 'Send reversed conversions' }));
  expect(dialog.getByText(/^2 statuses are sent/)).toBeTruthy();
  await user.type(dialog.getByLabelText(/Postback URL/), '&s={{status}');
  expect(dialog.queryByText(/one more conversion/)).toBeNull();
});

test('another cost parameter asks about the existing links where it is typed', async () => {
  const { user, server } = await show({
    'PUT /api/admin/traffic-sources/3': () => ({ body: { data: DETAIL, message: 'Traffic source saved.' } }),
  });
  await press(user, 'Edit source');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Taboola US' }));
  await user.type(dialog.getByRole('textbox', { name: /^Cost parameter/ }), 'bid');
  await user.click(dialog.getByRole('switch', { name: /^Apply to the 3 existing links/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Traffic source saved.');
  expect(bodyOf(server, 'PUT')).toMatchObject({ apply_to_links: false });
});

test('errors of the server pass through unchanged, at their field', async () => {
  const { user } = await show({
    'PUT /api/admin/traffic-sources/3': () => ({
      status: 400,
      body: {
        message: 'postback_url: must be https',
        error: 'validation_failed',
        errors: { postback_url: ['must be https'] },
      },
    }),
    'DELETE /api/admin/traffic-sources/3': () => ({
      status: 409,
      body: { message: '"Taboola US" is in use by link "Spring".', error: 'in_use' },
    }),
  });
  await press(user, 'Edit source');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Taboola US' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Must be https.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Taboola US' })).toBeNull());
  await press(user, 'Delete source');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('"Taboola US" is in use by link "Spring".')).toBeTruthy();
});

test('a row opens its log', async () => {
  const { user } = await show();
  await press(user, 'Postback log');
  expect(await screen.findByText('Log of Taboola US')).toBeTruthy();
});
