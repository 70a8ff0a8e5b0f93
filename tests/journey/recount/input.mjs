// What the recount may read: what was sent and received, what was set up, the raw lists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
export const raw = (name) => JSON.parse(readFileSync(join(import.meta.dirname, '../../real-input', name), 'utf8'));
const lines = (name) => {
  const path = join(folder, `${name}.ndjson`);
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
};

export const world = JSON.parse(readFileSync(join(folder, 'world.json'), 'utf8'));
export const requests = lines('requests');
export const messages = lines('postbacks').sort((a, b) => a.number - b.number);
export const received = lines('received');

// What ad platforms and networks call things, as their own help pages say.
export const AD_ID = { 'google-ads': 'gclid', meta: 'fbclid', taboola: 'click_id' };
export const UTM_SOURCE = { 'google-ads': 'google', meta: 'meta', taboola: 'taboola' };
export const CLICK_PARAM = { clickbank: 'tid', digistore24: 'cid', cake: 's2', tune: 'aff_sub' };

export const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const byId = (list) => new Map(list.map((one) => [one.id, one]));
export const offers = byId(world.offers);
export const links = new Map(world.links.map((link) => [link.slug, link]));
export const sources = new Map(world.sources.map((source) => [source.key, source]));
export const networks = new Map(world.networks.map((network) => [network.key, network]));
export const items = new Map(
  world.guides.flatMap((guide) =>
    guide.items.filter((item) => item.is_visible).map((item, i) => [item.id, { ...item, guide, place: i + 1 }]),
  ),
);

/** A decimal as whole micros. */
export function micros(text) {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const sum = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
  return sign ? -sum : sum;
}
export const abs = (sum) => (sum < 0n ? -sum : sum);
/** Half away from zero. */
export const divide = (sum, by) => (by === 0n ? null : ((abs(sum) * 2n + by) / (by * 2n)) * (sum < 0n ? -1n : 1n));
export const u = (sum) => (sum === null ? null : `${sum}u`);
