import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { Link } from '../contract.ts';
import type { Rule, Simulated } from '../rule-contract.ts';
import { SimulatorPanel } from '../../router/web/SimulatorPanel.tsx';
import { RulesDialog } from './RulesDialog.tsx';

const BASE = '/api/admin/tracking-links';
const AT = '2026-03-01T10:00:00.000Z';
const rule = (id: number, given: Partial<Rule> = {}): Rule => ({
  id,
  link_id: 1,
  place: id,
  name: `Rule ${id}`,
  is_enabled: true,
  conditions: [{ type: 'country', op: 'is', values: ['DE'], include_unknown: false }],
  words: ['Country is DE'],
  starts_at: null,
  ends_at: null,
  is_running: true,
  destinations_count: 1,
  version: 3,
  created_at: AT,
  updated_at: AT,
  ...given,
});

const show = async (answers: Answers) => {
  const server = await fakeServer({
    [`GET ${BASE}/1/rules`]: () => ({ body: { data: [rule(1), rule(2, { destinations_count: 0 })] } }),
    ...answers,
  });
  const link = { id: 1, name: 'Spring', fallback_url: '/gone' } as Link;
  return {
    server,
    ...renderScreen(
      <RulesDialog link={link} simulator={<SimulatorPanel linkId={1} />} onClose={() => undefined} />,
      '/admin/tracking-links',
    ),
  };
};
const bodyOf = (server: { seen: { method: string; body: unknown }[] }, method: string) =>
  server.seen.findLast((seen) => seen.method === method)?.body;

test('rules say what they ask, where they lead nowhere, and are put in order by keys', async () => {
  const { server, user } = await show({
    [`PUT ${BASE}/1/rules/order`]: () => ({ body: { data: [rule(2), rule(1)], message: 'Order saved.' } }),
  });
  const list = await screen.findByRole('list', { name: 'Rules in their order' });
  expect(within(list).getAllByText('Country is DE')).toHaveLength(2);
  within(list).getByText(/its visitors go to the fallback/);
  screen.getByRole('button', { name: 'Reorder Rule 1' }).focus();
  await user.keyboard(' {ArrowDown} ');
  await screen.findByText('Rule 1 is now number 2 of 2.');
  expect(bodyOf(server, 'PUT')).toEqual({ ids: [2, 1] });
});

test('a rule is added with its conditions as the contract wants them, and a wrong value says so at its field', async () => {
  const { server, user } = await show({
    [`POST ${BASE}/1/rules`]: () => ({ status: 201, body: { data: [rule(1), rule(2), rule(3)] } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add rule' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add rule' }));
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'South');
  await user.type(form.getByRole('textbox', { name: /^Countries/ }), 'Austria');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(/One of them must be two letters/);
  await user.clear(form.getByRole('textbox', { name: /^Countries/ }));
  await user.type(form.getByRole('textbox', { name: /^Countries/ }), 'at, ch');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('3. Rule 3');
  expect(bodyOf(server, 'POST')).toMatchObject({
    name: 'South',
    is_enabled: true,
    conditions: [{ type: 'country', op: 'is', values: ['AT', 'CH'], include_unknown: false }],
  });
});

test('the simulator asks with what was typed and shows each verdict and the shares', async () => {
  const result: Simulated = {
    name: 'Visitor 1',
    steps: ['Link: active, and within its schedule.'],
    rules: [
      {
        id: 1,
        name: 'Rule 1',
        result: 'does_not_match',
        conditions: [{ words: 'Country is DE', value: null, verdict: 'unknown' }],
      },
    ],
    destinations: [
      { id: 4, name: 'Old', closed: 'paused', overflow: null },
      { id: 5, name: 'Full', closed: null, overflow: 'Spare' },
    ],
    rule_id: null,
    destination_id: 7,
    reason: 'weighted',
    words: 'Guide: drawn by weight.',
    location: '/listicles/7',
    exits: [
      { name: 'Calm one', leads_to: 'Calm Tea', closed: null },
      { name: 'Far one', leads_to: null, closed: 'its offer does not take this country' },
    ],
    distribution: [{ destination_id: 7, name: 'Guide', visits: 10_000, percent: 100 }],
  };
  const { server, user } = await show({ [`POST ${BASE}/1/simulate`]: () => ({ body: { data: [result] } }) });
  await user.type(await screen.findByRole('textbox', { name: /^Parameters/ }), 'utm_term=tea');
  await user.click(screen.getByRole('button', { name: 'Simulate' }));
  await screen.findByText('Guide: drawn by weight.');
  expect(screen.getAllByText(/^not known$/i).length).toBeGreaterThan(0);
  screen.getByText('Old takes no visit: paused.');
  screen.getByText('Full: its offer is at its cap, Spare takes over.');
  screen.getByText('Calm one: leads to Calm Tea');
  screen.getByText('Far one: leads nowhere, its offer does not take this country');
  screen.getByText('Guide: 10,000 (100 %)');
  expect(bodyOf(server, 'POST')).toMatchObject({ visitors: [{ query: 'utm_term=tea', country: null }] });
});
