import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { BulkChangesReply } from '../../../platform/paging.ts';
import type { Link } from '../contract.ts';
import { LinkBulkBar } from './LinkBulkBar.tsx';

const BULK = 'POST /api/admin/tracking-links/bulk';
const to = (target_id: number, name: string, weight = 50) =>
  ({ id: target_id * 10, type: 'listicle', target_id, url: null, name, weight, share_now: 50, state: 'live' }) as const;
const links = [
  { id: 1, name: 'Spring ad', destinations: [to(7, 'Sleep masks'), to(8, 'Yoga mats')] },
  { id: 2, name: 'Autumn ad', destinations: [to(7, 'Sleep masks')] },
  { id: 3, name: 'Winter ad', destinations: [] },
] as unknown as Link[];

const one = (id: number, given: Partial<BulkChangesReply['data'][number]> = {}) => ({
  id,
  ok: true,
  error: null,
  message: null,
  changes: [{ what: 'Status', before: 'active', after: 'paused' }],
  ...given,
});
const PLAN: BulkChangesReply = {
  message: '1 of 3 would change, 1 is so already, 1 refused.',
  data: [
    one(1),
    one(2, { changes: [] }),
    one(3, { ok: false, error: 'conflict', message: 'It is busy.', changes: [] }),
  ],
};

async function show(answers: Answers) {
  const server = await fakeServer(answers);
  const keep = vi.fn<(ids: readonly number[]) => void>();
  const shown = renderScreen(<LinkBulkBar links={links} keep={keep} />);
  const choose = async (field: RegExp, option: string) => {
    await shown.user.click(await screen.findByRole('combobox', { name: field }));
    await shown.user.click(screen.getByRole('option', { name: option }));
  };
  const look = () => shown.user.click(screen.getByRole('button', { name: 'See what changes' }));
  return { ...shown, keep, choose, look, bodies: () => server.seen.map(({ body }) => body) };
}

test('what would change is shown of each before it is made, and what is refused stays ticked', async () => {
  const { user, choose, look, keep, bodies } = await show({ [BULK]: () => ({ body: PLAN }) });
  expect((screen.getByRole('button', { name: 'See what changes' }) as HTMLButtonElement).disabled).toBe(true);
  await choose(/^Action/, 'Pause');
  await look();
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause' }));
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Spring adStatus: active → paused',
    'Autumn adIs so already.',
    'Winter ad Stays as it is: It is busy.',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Change 1' }));
  await expect.poll(() => keep.mock.calls).toEqual([[[3]]]);
  const act = { do: 'status', status: 'paused' };
  expect(bodies()).toEqual([
    { ids: [1, 2, 3], act, dry_run: true },
    // what is so already is left out; what was refused is judged once more
    { ids: [1, 3], act, dry_run: false },
  ]);
});

test('weight goes from one of the targets that the links have to another of them', async () => {
  const { choose, look, bodies } = await show({
    [BULK]: () => ({ body: { message: 'None.', data: [one(3, { changes: [] })] } }),
  });
  await choose(/^Action/, 'Move weight');
  await choose(/^From/, 'Sleep masks');
  expect((screen.getByRole('button', { name: 'See what changes' }) as HTMLButtonElement).disabled).toBe(true);
  await choose(/^To/, 'Yoga mats');
  await choose(/^How much/, '25 %');
  await look();
  // nothing would change, so there is nothing to confirm
  const dialog = within(await screen.findByRole('dialog', { name: 'Move weight' }));
  expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual(['Done']);
  const target = (target_id: number) => ({ type: 'listicle', target_id });
  expect(bodies()).toEqual([
    { ids: [1, 2, 3], act: { do: 'move_weight', from: target(7), to: target(8), percent: 25 }, dry_run: true },
  ]);
});

test('a refused address is said beside the field, and nothing else is asked', async () => {
  const refusal = { status: 400, body: { message: 'act.fallback_url: must be a path of this site', errors: {} } };
  const { user, choose, look } = await show({ [BULK]: () => refusal });
  await choose(/^Action/, 'Set fallback');
  await user.type(screen.getByRole('textbox', { name: 'Fallback address' }), '//evil.example');
  await look();
  expect((await screen.findByRole('alert')).textContent).toContain('must be a path of this site');
  expect(screen.queryByRole('dialog')).toBeNull();
});
