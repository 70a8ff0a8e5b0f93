import { expect, test } from 'vitest';
import { closedBy, offerClosed } from './closed.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const AFTER = '2026-03-01T12:00:00.001Z';
const open = {
  deleted_at: null,
  is_network_paused: false,
  status: 'active',
  is_link_dead: false,
  starts_at: NOW.toISOString(),
  ends_at: AFTER,
  is_full: false,
};
const over = { ...open, ends_at: NOW.toISOString(), is_full: true };
const dead = { ...over, is_link_dead: true };
const paused = { ...dead, status: 'paused' };
const inPausedNetwork = { ...paused, is_network_paused: true };

test.each([
  [undefined, undefined, open],
  [undefined, 'caps', { ...open, is_full: true }],
  ['not_begun', 'dates', { ...open, starts_at: AFTER, ends_at: null }],
  ['over', 'dates', over],
  ['link_dead', 'link_dead', dead],
  ['status', 'status', paused],
  ['network_paused', 'network_paused', inPausedNetwork],
  ['deleted', 'deleted', { ...inPausedNetwork, deleted_at: '2026-02-01T00:00:00.000Z' }],
] as const)('the first reason counts: %s, told as %s', (reason, told, offer) => {
  expect(offerClosed(offer, NOW.getTime())).toBe(reason);
  expect(closedBy(offer, NOW)).toBe(told);
});

test('what is not known to be deleted or dead is neither, and what is gone is deleted', () => {
  const { deleted_at: _deleted, is_link_dead: _dead, ...known } = open;
  expect(offerClosed(known, NOW.getTime())).toBeUndefined();
  expect(offerClosed(undefined, NOW.getTime())).toBe('deleted');
});
