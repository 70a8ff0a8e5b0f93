import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPreviewLinks } from './preview-links.ts';

const KEY = randomBytes(32);
const WEEK_MS = 7 * 24 * 3_600_000;
let now = Date.UTC(2026, 0, 1);
const links = createPreviewLinks(KEY, () => new Date(now));
const guide = { kind: 'guide' as const, id: 7 };

test('a link shows its record with the edits of who made it', () => {
  expect(links.open(guide, links.sign(guide, 3).token)).toBe(3);
});

test('it is over after seven days', () => {
  const { token, expiresAt } = links.sign(guide, 3);
  const made = now;
  expect(expiresAt.getTime() - made).toBe(WEEK_MS);
  now = made + WEEK_MS - 1;
  expect(links.open(guide, token)).toBe(3);
  now = made + WEEK_MS;
  expect(links.open(guide, token)).toBeUndefined();
  now = made;
});

test('it opens no other record, no other kind, and not under another key', () => {
  const { token } = links.sign(guide, 3);
  expect(links.open({ kind: 'guide', id: 8 }, token)).toBeUndefined();
  expect(links.open({ kind: 'review', id: 7 }, token)).toBeUndefined();
  expect(createPreviewLinks(randomBytes(32), () => new Date(now)).open(guide, token)).toBeUndefined();
});

test('a changed link is none', () => {
  const { token } = links.sign(guide, 3);
  const [user, expires, mac] = token.split('.');
  const later = (Number.parseInt(expires!, 36) + 1).toString(36);
  const forged = [
    `4.${expires}.${mac}`,
    `${user}.${later}.${mac}`,
    `${user}.${expires}.${'A'.repeat(43)}`,
    '',
    'x.y.z',
  ];
  for (const one of [...forged, token.slice(0, -1), `${token}A`]) expect(links.open(guide, one), one).toBeUndefined();
});
