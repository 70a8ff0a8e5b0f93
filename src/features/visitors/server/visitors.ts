import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import type { Clock } from '../../../platform/time.ts';
import * as store from './store-salts.ts';

const DAY_MS = 86_400_000;
/** Visitors whose hash is at hand; in memory only, like the addresses in its keys, and gone with the day's salt. */
const MAX_KNOWN = 5000;

/** Tells visitors of one day apart without keeping who they are: a hash under a random salt that is deleted two days later. */
export type Visitors = {
  /** 16 hex digits, the same for one address and user agent all day (UTC). Undefined when the day has no salt yet. */
  hash(ip: string, userAgent: string, now: Date): string | undefined;
  /** Fetches or makes the salts of today and tomorrow and forgets those older than yesterday. Call at start and every hour. */
  refresh(): Promise<void>;
};

type Options = { db: Db; secrets: Secrets; dataDir: string; clock: Clock; log: Log };

export function createVisitors({ db, secrets, dataDir, clock, log }: Options): Visitors {
  const path = join(dataDir, 'salts.json');
  let salts = new Map<string, Buffer>();
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  const open = (sealed: Record<string, string>) =>
    new Map(Object.entries(sealed).map(([day, salt]) => [day, Buffer.from(secrets.open(salt), 'base64')]));
  try {
    salts = open(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
  } catch {
    // a first start has no copy on disk
  }
  return {
    hash(ip, userAgent, now) {
      const day = dayOf(now.getTime());
      const key = `${day}\n${ip}\n${userAgent}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const salt = salts.get(day);
      if (!salt) return undefined;
      const hash = createHmac('sha256', salt)
        .update(`${prefixOf(ip)}\n${userAgent}`)
        .digest('hex')
        .slice(0, 16);
      known.set(key, hash);
      return hash;
    },
    async refresh() {
      const now = clock().getTime();
      const days = [dayOf(now), dayOf(now + DAY_MS)];
      try {
        const sealed = await store.ensureSalts(db, days, () => secrets.seal(randomBytes(32).toString('base64')));
        await store.removeSaltsBefore(db, dayOf(now - DAY_MS));
        salts = open(sealed);
        known.clear();
        await writeFile(`${path}.new`, JSON.stringify(sealed), { mode: 0o600 });
        await rename(`${path}.new`, path);
      } catch (error) {
        log.warn({ err: error }, 'the salts of visitor hashes could not be refreshed');
      }
    },
  };
}

function dayOf(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, text: new Date(ms).toISOString().slice(0, 10) };
  return lastDay.text;
}

let lastDay = { number: Number.NaN, text: '' };

/** IPv6 is cut to /64: the rest is the device's, and changes. */
function prefixOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? address.toByteArray().slice(0, 8).join('.') : address.toString();
}
