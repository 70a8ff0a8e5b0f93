import { expect, test } from 'vitest';
import { type Network, NetworkChange, NetworkInput, type NetworkTemplate } from '../contract.ts';
import { templateValues, toValues, toWire } from './network-form.ts';

const NETWORK: Network = {
  id: 7,
  name: 'ClickBank',
  template_key: 'clickbank',
  status: 'active',
  website_url: 'https://network.example/',
  login_url: null,
  account_id: null,
  manager_name: null,
  manager_contact: null,
  notes: null,
  click_param: 'tid',
  append_click_id: true,
  extra_params: [{ key: 'sub', value: '{rank}' }],
  postback_url: 'https://site.example/postback/k',
  has_hmac_secret: true,
  hmac_param: null,
  ip_allowlist: ['192.0.2.1', '198.51.100.0/24'],
  param_aliases: { click_id: ['tid', 'cid'], payout: ['sum'] },
  status_map: { refund: 'reversed' },
  default_status: 'approved',
  duplicate_mode: 'update',
  payout_currency: 'USD',
  attribution_window_days: 30,
  payment_terms: null,
  min_payout: '50.00',
  hold_days: null,
  offers_count: 0,
  last_postback_at: null,
  conversions_30d: 0,
  unmatched_7d: 0,
  is_sample: false,
  version: 4,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

test('an empty form with a name is a valid new network', () => {
  const { version, ...wire } = toWire({ ...toValues(), name: 'New' });
  expect(version).toBeUndefined();
  expect(NetworkInput.safeParse(wire).error?.issues).toBeUndefined();
});

test('a network that was opened and not touched is sent back as it was', () => {
  const wire = NetworkChange.parse(toWire(toValues(NETWORK)));
  const { hmac_secret: secret, ...rest } = wire;
  expect(secret).toBeUndefined();
  expect(NETWORK).toMatchObject(rest);
});

test.each([
  ['blank keeps the stored secret', { hmac_secret: ' ' }, undefined],
  ['a typed one replaces it', { hmac_secret: 'new' }, 'new'],
  ['the switch removes it', { hmac_secret: 'typed', removes_hmac_secret: true }, null],
])('of the signature secret: %s', (_name, change, secret) => {
  expect(toWire({ ...toValues(NETWORK), ...change }).hmac_secret).toBe(secret);
});

test('addresses may stand on lines or behind commas', () => {
  const wire = toWire({ ...toValues(NETWORK), ip_allowlist: '192.0.2.1, 192.0.2.2\n\n2001:db8::1 ' });
  expect(wire.ip_allowlist).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
});

test('a template fills click parameter, status words and parameter names', () => {
  const template = { click_param: 's2', param_aliases: { txid: ['oid'] }, status_map: { sale: 'approved' } };
  expect(templateValues(template as unknown as NetworkTemplate)).toEqual({
    click_param: 's2',
    param_aliases: [{ key: 'oid', value: 'txid' }],
    status_map: [{ key: 'sale', value: 'approved' }],
  });
});
