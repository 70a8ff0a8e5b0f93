import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sumUpHours } from '../src/features/events/server/hours.ts';
import { createDuckDbStore } from '../src/platform/server/event-store/duckdb/store.ts';
import type { EventStore } from '../src/platform/server/event-store/event-store.ts';
import { createLog } from '../src/platform/server/log.ts';
import { fillEventStore } from './demo/fill.ts';
import { inventedSite } from './demo/invented-site.ts';
import type { Site } from './demo/traffic.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(tmpdir(), 'guidepost-bench-reports');
const DAYS_KEPT = 2;
const DAY_MS = 86_400_000;

/** What the data depend on: another of these makes another set. */
function codeHash(): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(VISIT_COSTS));
  for (const folder of ['migrations/columnar', 'scripts/demo'])
    for (const name of readdirSync(join(ROOT, folder)).toSorted()) hash.update(readFileSync(join(ROOT, folder, name)));
  return hash.digest('hex').slice(0, 12);
}

const open = (path: string) =>
  createDuckDbStore({ path, migrationsDir: join(ROOT, 'migrations/columnar'), log: createLog('error') });

/**
 * An event store of the demo generator, 90 days up to today, its hours summed up. Kept in the system's folder for such things for two days,
 * so that a second run begins at once.
 * @param given a store that is filled already, to be brought up to date instead
 */
export async function reportData(events: number, given?: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER)) {
    const old = statSync(join(FOLDER, name)).mtimeMs < Date.now() - DAYS_KEPT * DAY_MS;
    if (old || name.includes('.part')) rmSync(join(FOLDER, name), { recursive: true, force: true });
  }
  const path = given ?? join(FOLDER, `${events}-${new Date().toISOString().slice(0, 10)}-${codeHash()}.duckdb`);
  if (!given && existsSync(path)) return path;
  const made = given ?? `${path}.part`;
  const store = open(made);
  await store.migrate();
  if (!given) await fill(store, events);
  await sumUp(store);
  await store.close();
  if (!given) renameSync(made, path);
  return path;
}

/** What a visit costs, by the link it came by, in micros of USD: most say it, of a newsletter and of one source nobody does. */
const VISIT_COSTS = [30_000, 45_000, 20_000, undefined, 40_000, 35_000, 25_000, undefined] as const;

function paidSite(): Site {
  const site = inventedSite();
  const links = site.links.map((link, i) => ({ ...link, ...(VISIT_COSTS[i] && { visitCost: VISIT_COSTS[i] }) }));
  return { ...site, links };
}

/** So many events of 90 days; prints how fast they went in and what they take. */
export async function fill(store: EventStore, events: number): Promise<void> {
  const begin = performance.now();
  const onProgress = (count: number) => process.stdout.isTTY && process.stdout.write(`\r${count} events`);
  const done = await fillEventStore(store, { seed: 1, events, until: new Date(), site: paidSite(), onProgress });
  const { bytes } = await store.stats();
  const rate = Math.round((done / (performance.now() - begin)) * 1000);
  process.stdout.write(
    `${done} events made and stored in ${seconds(begin)} s (${rate} a second), ${(bytes / done).toFixed(1)} MB a million before their hours are summed up\n`,
  );
}

export async function sumUp(eventStore: EventStore): Promise<void> {
  const begin = performance.now();
  const steps = await sumUpHours({ eventStore, clock: () => new Date() });
  process.stdout.write(`hours summed up in ${steps} steps, ${seconds(begin)} s\n`);
}

const seconds = (begin: number): string => ((performance.now() - begin) / 1000).toFixed(1);
