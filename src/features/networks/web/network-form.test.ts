import { expect, test } from 'vitest';
import { NetworkChange, NetworkInput, type NetworkTemplate } from '../contract.ts';
import { templateValues, toValues, toWire } from './network-form.ts';
import { buildAnswer } from './testing.ts';

const NETWORK = buildAnswer({
  website_url: 'https://network.example/',
  extra_params: [{ key: 'sub', value: '{rank}' }],
  has_hmac_secret: true,
  ip_allowlist: ['192.0.2.1', '198.51.100.0/24'],
  param_aliases: { click_id: ['tid', 'cid'], payout: ['sum'] },
  status_map: { refund: 'reversed' },
  min_payout: '50.00',
  version: 4,
});

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
