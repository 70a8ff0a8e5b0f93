import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mediaRoutes } from '../../src/features/media/server/routes.ts';
import { formWith, memoryBlobs } from '../../src/features/media/server/testing.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { seeded } from '../../src/platform/dice.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { mutate, MUTATION_NAMES } from './mutate.ts';
import { foreignParts } from './parts.ts';
import { CANARY, type Format, makeSeeds, type Seed } from './seeds.ts';

/*
 * What comes in through the door for pictures, damaged in every way that we know. The whole proof is
 * `npm run prove -- P18`; by default a sample of it runs. `UPLOADS_SEED` gives other damages.
 *
 * Seen red: with the source stored as it came, and with `keepMetadata` in the decoder, the canary is found in the first file.
 */

const COUNT = sampleSize('UPLOADS', 60);
const SEED = Number(process.env['UPLOADS_SEED'] ?? process.env['PROVE_PART'] ?? 1);
/** An hour's quota of stored pictures. */
const ROOM = 50;

let t: TestApp;
let seeds: Seed[];
const blobs = memoryBlobs();
const deaths: unknown[] = [];

beforeAll(async () => {
  const log = Object.assign(createLog('silent'), { warn: (how: unknown) => deaths.push(how) });
  t = await testApp((route, deps, app) => mediaRoutes(route, deps, app), { blobs, log });
  seeds = await makeSeeds();
});
afterAll(() => t.close());

async function upload(bytes: Buffer): Promise<{ status: number; body: Record<string, never>; ms: number }> {
  const { payload, headers } = formWith(bytes);
  const begun = performance.now();
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/images',
    payload,
    headers: { ...headers, authorization: `Bearer ${t.token}` },
  });
  return { status: reply.statusCode, body: reply.json(), ms: performance.now() - begun };
}

const FORMATS: Record<string, Format> = { png: 'png', jpg: 'jpeg', gif: 'gif', webp: 'webp' };

/** What is stored is a picture that every decoder reads, within the limits, with nothing of the source but its pixels. */
async function expectClean(name: string): Promise<number> {
  let foreign = 0;
  for (const [key, { bytes }] of blobs.files) {
    const file = Buffer.from(bytes);
    expect(file.includes(CANARY), `${name}: ${key}`).toBe(false);
    const { exif, xmp, icc, iptc, comments, width, height, pages = 1, pageHeight } = await sharp(file).metadata();
    expect({ exif, xmp, icc, iptc, comments }, `${name}: ${key}`).toEqual({});
    expect(width * (pageHeight ?? height) * pages, `${name}: ${key}`).toBeLessThanOrEqual(40_000_000);
    const format = FORMATS[key.split('.').at(-1)!];
    const parts = format ? foreignParts(format, file) : [];
    expect(parts, `${name}: ${key}`).toEqual([]);
    foreign += parts.length;
    await sharp(file, { animated: true }).stats();
  }
  blobs.files.clear();
  return foreign;
}

/** The most memory that a child of this process held, as far as looks every few milliseconds saw it. */
function watchChildren(): { stop(): number } {
  let peak = 0;
  const look = () => {
    try {
      const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ');
      for (const child of children.filter(Boolean)) {
        const held = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1];
        peak = Math.max(peak, Number(held ?? 0) * 1024);
      }
    } catch {
      // ended between two looks
    }
  };
  const timer = setInterval(look, 10);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

test(
  'every whole picture is stored as pixels alone, whatever its file says of its maker',
  { timeout: 180_000 },
  async () => {
    for (const { name, bytes } of seeds) {
      // else the search below proves nothing
      expect(bytes.includes(CANARY), name).toBe(true);
      const { status, body } = await upload(bytes);
      expect(status, `${name}: ${JSON.stringify(body)}`).toBe(201);
      const { width, height } = await sharp(bytes)
        .autoOrient()
        .metadata()
        .then((of) => of.autoOrient);
      expect(body, name).toMatchObject(width <= 2560 ? { width, height } : { width: 2560 });
      await expectClean(name);
    }
    await sql`delete from images`.execute(t.deps.db);
  },
);

test(
  `of ${COUNT} damaged files each is stored as a sound picture or refused with a reason`,
  { timeout: 10_800_000 },
  async () => {
    const roll = seeded(SEED);
    const draw = (below: number) => Math.floor(roll() * below);
    const rss = process.memoryUsage().rss;
    const children = watchChildren();
    const times: number[] = [];
    deaths.length = 0;
    let [stored, foreign] = [0, 0];
    for (let n = 0; n < COUNT; n += 1) {
      const seed = seeds[draw(seeds.length)]!;
      const way = MUTATION_NAMES[n % MUTATION_NAMES.length]!;
      const name = `${n}: ${way} in ${seed.name}`;
      const { status, body, ms } = await upload(mutate(seed, way, draw, seeds));
      times.push(ms);
      expect([201, 400, 413, 415], `${name}: ${JSON.stringify(body)}`).toContain(status);
      if (status !== 201) {
        expect(body, name).toMatchObject({ message: expect.any(String), errors: { image: [expect.any(String)] } });
        expect(blobs.files.size, name).toBe(0);
        continue;
      }
      stored += 1;
      foreign += await expectClean(name);
      if (stored % ROOM === 0) await sql`delete from images`.execute(t.deps.db);
    }
    times.sort((a, b) => a - b);
    printFigures('P18', {
      files: COUNT,
      stored,
      refused: COUNT - stored,
      deaths: deaths.length,
      foreign_parts: foreign,
      median_ms: Math.round(times[Math.floor(times.length / 2)]!),
      longest_ms: Math.round(times.at(-1)!),
      growth_mb: Math.round((process.memoryUsage().rss - rss) / 1e6),
      decoder_peak_mb: Math.round(children.stop() / 1e6),
    });
    expect(deaths).toEqual([]);
    // both ways out were taken, else the damages are too mild or too strong to show anything
    expect(stored).toBeGreaterThan(COUNT / 20);
    expect(COUNT - stored).toBeGreaterThan(COUNT / 20);
  },
);
