import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { postbackKeyHeads } from '../../networks/server/service.ts';
import { adviceOn, KEY_HEAD_CHARS } from '../unknown-advice.ts';
import type { UnknownAddress } from '../unknown-contract.ts';
import { PIXEL_PATH } from './receiving/judge.ts';
import { storable } from '../../conversions/pairs.ts';
import * as store from './store-unknown.ts';
import { findClicks } from '../../events/server/store-events.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
const MAX_SHOWN = 100;
const MAX_KEPT = 5000;

/** What is kept of a wrong key. */
export const keyTraces = (key: string) => ({
  key_head: storable(key.slice(0, KEY_HEAD_CHARS)),
  key_length: key.length,
});

/** Who sent messages to postback addresses that are none of ours in the last 30 days, and what to do about it. */
export async function listUnknownAddresses({
  db,
  secrets,
  clock,
}: Pick<Deps, 'db' | 'secrets' | 'clock'>): Promise<UnknownAddress[]> {
  const rows = await store.listUnknown(db, daysBefore(clock()), MAX_SHOWN);
  if (rows.length === 0) return [];
  const newest = await store.listNewest(
    db,
    rows.map((row) => row.newest_id),
  );
  const named = [...newest.values()].flatMap(({ click_id: click }) => click ?? []);
  const clicks = new Map((await findClicks(db, named)).map((click) => [click.click_id, click.network_id]));
  const keys = await postbackKeyHeads(db, secrets, KEY_HEAD_CHARS);
  return rows.map(({ newest_id, ...row }) => {
    const { method = '', url_masked: url = '', click_id: click = null } = newest.get(newest_id) ?? {};
    const ofClick = keys.find(({ id }) => click !== null && id === clicks.get(click));
    return {
      ...row,
      is_pixel: url.startsWith(PIXEL_PATH),
      method,
      query: url.split('?').slice(1).join('?'),
      ...adviceOn(row, keys, ofClick),
    };
  });
}

/** Retention: they are kept for 30 days, and the newest 5000 alone. @returns how many went */
export const removeOldUnknown = (db: Db, now: Date): Promise<number> =>
  store.removeUnknown(db, daysBefore(now), MAX_KEPT);

const daysBefore = (now: Date): Date => new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
