import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../../tests/support/app.ts';
import { undoApp } from '../../../../tests/support/desk-routes.ts';
import { stateOf } from '../../../../tests/support/state.ts';
import { seeded } from '../../../platform/dice.ts';
import { conversionDesk } from '../../../features/postbacks/server/testing.ts';

/** 1,000 by hand: `UNDO_SEQUENCES=1000`; a failure names the seed of its sequence. */
const SEQUENCES = Number(process.env['UNDO_SEQUENCES'] ?? 12);
const SEED = Number(process.env['UNDO_SEED'] ?? 20_261_126);
const MOST_CHANGES = 8;

let t: TestApp;
beforeAll(async () => {
  t = await undoApp();
  await seed();
});
afterAll(() => t.close());

const { network: listed, click, hit } = conversionDesk(() => t);
type Body = Record<string, unknown>;
type Has = { id: number; version: number } & Body;

const ask = async (path: string): Promise<Has[]> => (await t.call('GET', path)).body.data;
const must = async (method: string, path: string, body?: object) => {
  const reply = await t.call(method, path, body);
  expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body;
};

const at = {
  networks: '/api/admin/affiliate-networks',
  sources: '/api/admin/traffic-sources',
  offers: '/api/admin/offers',
  categories: '/api/admin/offers/categories',
  people: '/api/settings/people',
  shelves: '/api/settings/guide-categories',
  guides: '/api/admin/listicles',
  reviews: '/api/admin/offer-content',
  links: '/api/admin/tracking-links',
  views: '/api/admin/stats/views',
  columns: '/api/admin/stats/columns',
  rules: '/api/admin/stats/placement-rules',
} as const;

let names = 0;
const name = (): string => `Thing ${(names += 1)}`;

/** A small site with something of everything, and money. */
async function seed(): Promise<void> {
  const made = async (path: string, body: object) => (await must('POST', path, body)).data as Has;
  const nets = [await listed({ name: name() }), await listed({ name: name(), duplicate_mode: 'add_payout' })];
  const parameters = [{ alias: 'site', param: 'site', token: '{site}', label: '', group_in_reports: true }];
  const source = await made(at.sources, { name: name(), cost_currency: 'USD', parameters });
  await made(at.sources, { name: name(), type: 'search' });
  const shelf = await made(at.shelves, { name: name() });
  await made(at.shelves, { name: name() });
  await made(at.categories, { name: name() });
  const person = await made(at.people, { name: name(), credentials: 'MD' });
  const offers: Has[] = [];
  for (let i = 0; i < 5; i += 1)
    offers.push(
      await made(at.offers, {
        name: name(),
        url: `https://shop${i}.example/`,
        network_id: nets[i % 2]!.id,
        payout_amount: '20',
        price: '59.90',
        price_currency: 'USD',
      }),
    );
  for (const status of ['published', 'draft', 'featured']) {
    const guide = await made(at.guides, { title: name(), status, category_id: shelf.id, author_id: person.id });
    for (const { id } of offers.slice(0, 3)) await must('POST', `${at.guides}/${guide.id}/items`, { offer_id: id });
  }
  for (const { id } of offers.slice(0, 2)) await made(at.reviews, { offer_id: id, title: name() });
  for (let i = 0; i < 3; i += 1) {
    const link = await made(at.links, { name: name(), traffic_source_id: source.id });
    const { data: rules } = await must('POST', `${at.links}/${link.id}/rules`, { name: name() });
    await must('POST', `${at.links}/${link.id}/destinations`, { type: 'offer', target_id: offers[0]!.id });
    await must('POST', `${at.links}/${link.id}/destinations`, {
      type: 'url',
      url: `https://to${i}.example/`,
      weight: 40,
      rule_id: rules[0].id,
    });
  }
  for (const net of nets)
    for (const status of ['pending', 'approved', 'approved'])
      await hit(net, { cid: await click(), txid: name(), payout: '10', status });
  await hit(nets[0]!, { cid: await click(), txid: name(), payout: '10', status: 'rejected' });
  await must('PUT', '/api/admin/exchange-rates', { csv: 'Date,USD,GBP\n2026-03-02,1.1,0.85\n' });
}

type Draw = {
  chance: () => number;
  one: <T>(some: readonly T[]) => T;
  some: <T>(all: readonly T[]) => T[];
  /** A record of a list, if there is any. */
  of: (path: string) => Promise<Has>;
};

const drawer = (random: () => number): Draw => {
  const one = <T>(some: readonly T[]): T => {
    if (some.length === 0) throw new NothingThere();
    return some[Math.floor(random() * some.length)]!;
  };
  return {
    chance: random,
    one,
    some: (all) => all.filter(() => random() < 0.6),
    of: async (path) => one(await ask(path)),
  };
};

/** Nothing to change is there any more. */
class NothingThere extends Error {}

type Call = [method: string, path: string, body?: object];
type Change = (draw: Draw) => Call | Promise<Call>;

const text = ({ chance }: Draw): string => `text ${Math.floor(chance() * 1e6)}`;
const amount = ({ chance }: Draw): string => (1 + Math.floor(chance() * 9999) / 100).toFixed(2);

/** Of a kind with a list: made, changed or deleted. */
const usual = (
  path: string,
  make: (draw: Draw) => object | Promise<object>,
  change: (draw: Draw) => object,
): Change[] => [
  async (draw) => ['POST', path, await make(draw)],
  async (draw) => {
    const { id, version } = await draw.of(path);
    return ['PUT', `${path}/${id}`, { version, ...change(draw) }];
  },
  async (draw) => ['DELETE', `${path}/${(await draw.of(path)).id}`],
];

const products = async (draw: Draw): Promise<[base: string, items: Has[]]> => {
  const base = `${at.guides}/${(await draw.of(at.guides)).id}/items`;
  return [base, await ask(base)];
};
const parts = async (draw: Draw, what: 'destinations' | 'rules'): Promise<[base: string, all: Has[]]> => {
  const base = `${at.links}/${(await draw.of(at.links)).id}/${what}`;
  return [base, await ask(base)];
};
const STATUSES = ['draft', 'published', 'featured', 'archived'] as const;
const conversions = async (): Promise<Has[]> => {
  const { rows } = { rows: await listedConversions() };
  return rows;
};
const listedConversions = () =>
  t.deps.db
    .withTables<{ conversions: Has & { voided_at: string | null; network_id: number } }>()
    .selectFrom('conversions')
    .select(['id', 'version', 'status', 'network_id'])
    .where('voided_at', 'is', null)
    .orderBy('id')
    .execute() as Promise<Has[]>;

const CHANGES: Change[] = [
  async (draw) => {
    const { version } = (await t.call('GET', '/api/settings')).body.data;
    const change = draw.one([
      { brand: text(draw) },
      { tagline: text(draw), disclosure: text(draw) },
      { click_retention_days: 30 + Math.floor(draw.chance() * 60) },
      { currency: draw.one(['EUR', 'USD', 'GBP']) },
      { alert_severity: draw.one(['info', 'warning', 'critical']), time_zone: draw.one(['UTC', 'Europe/Berlin']) },
      { is_backup_on: draw.one([true, false]), backup_hour: draw.one([2, 4]), backup_keep_daily: draw.one([3, 9]) },
    ]);
    return ['PUT', '/api/settings', { version, ...change }];
  },
  ...usual(
    at.networks,
    () => ({ name: name(), min_payout: '50' }),
    (draw) =>
      draw.one([
        { name: name(), notes: text(draw) },
        { status: draw.one(['active', 'paused']) },
        { status_map: { [text(draw)]: 'approved' }, attribution_window_days: 7 },
        { min_payout: amount(draw), ip_allowlist: ['203.0.113.0/24'] },
      ]),
  ),
  ...usual(
    at.sources,
    () => ({ name: name() }),
    (draw) =>
      draw.one([
        { name: name(), notes: text(draw) },
        { cost_param: text(draw).replace(' ', ''), apply_to_links: draw.chance() < 0.5 },
        { utm_defaults: { utm_medium: text(draw) }, traffic_loss_percent: 5 },
        { status: draw.one(['active', 'paused']) },
      ]),
  ),
  ...usual(
    at.offers,
    async (draw) => ({ name: name(), url: 'https://new.example/', network_id: (await draw.of(at.networks)).id }),
    (draw) =>
      draw.one<object>([
        { payout_amount: amount(draw), payouts_by_country: { DE: amount(draw) } },
        { price: amount(draw), price_currency: 'EUR', brand: text(draw) },
        { url: `https://${text(draw).replace(' ', '')}.example/` },
        { countries_allowed: ['DE', 'AT'], devices_allowed: ['mobile'] },
        { tags: [text(draw)], attributes: { size: text(draw) }, coupon_code: 'X1', coupon_text: text(draw) },
        { status: draw.one(['active', 'paused', 'archived']), starts_at: '2026-01-01T00:00:00.000Z' },
        { name: name() },
      ]),
  ),
  ...usual(
    at.categories,
    () => ({ name: name() }),
    (draw) => ({ name: name(), description: text(draw), color: '#112233' }),
  ),
  ...usual(
    at.people,
    () => ({ name: name() }),
    (draw) => ({ name: name(), bio: text(draw), same_as: ['https://example.org/x'] }),
  ),
  ...usual(
    at.shelves,
    () => ({ name: name() }),
    (draw) => ({ name: name(), slug: name().replace(' ', '-').toLowerCase(), description: text(draw) }),
  ),
  async () => ['PUT', `${at.shelves}/reorder`, { ids: (await ask(at.shelves)).map(({ id }) => id).toReversed() }],
  ...usual(
    at.guides,
    (draw) => ({ title: name(), status: draw.one(STATUSES) }),
    (draw) =>
      draw.one<object>([
        { title: name(), excerpt: text(draw) },
        { status: draw.one(STATUSES) },
        { description: `<p>${text(draw)}</p>`, faq: [{ question: text(draw), answer: `<p>${text(draw)}</p>` }] },
        { noindex: draw.chance() < 0.5, meta_title: text(draw), category_id: null },
        { rubric: [{ key: 'taste', label: text(draw), weight: 100 }] },
      ]),
  ),
  async (draw) => ['POST', `${at.guides}/${(await draw.of(at.guides)).id}/duplicate`, { title: name() }],
  async (draw) => {
    const ids = draw.some(await ask(at.guides)).map(({ id }) => id);
    return ['POST', `${at.guides}/bulk-status`, { ids, status: draw.one(STATUSES) }];
  },
  async (draw) => {
    const [base] = await products(draw);
    return ['POST', base, { offer_id: (await draw.of(at.offers)).id, badge_text: text(draw) }];
  },
  async (draw) => {
    const [base, items] = await products(draw);
    const { id, version } = draw.one(items);
    const change = draw.one<object>([
      { summary: text(draw), pros: [text(draw)] },
      { is_visible: draw.chance() < 0.5 },
      { title: name(), best_for: text(draw) },
      { fallback_offer_id: (await draw.of(at.offers)).id },
    ]);
    return ['PUT', `${base}/${id}`, { version, ...change }];
  },
  async (draw) => {
    const [base, items] = await products(draw);
    return ['DELETE', `${base}/${draw.one(items).id}`];
  },
  async (draw) => {
    const [base, items] = await products(draw);
    const ids = items.map(({ id }) => id).toSorted(() => draw.chance() - 0.5);
    return ['PUT', `${base}/reorder`, { ids }];
  },
  async (draw) => {
    const [base, items] = await products(draw);
    const ranked = items.map(({ id }) => ({ id, score: Math.floor(draw.chance() * 100) / 10, score_reason: 'tried' }));
    return ['PUT', `${base}/ranking`, { items: ranked.toSorted((a, b) => b.score - a.score) }];
  },
  ...usual(
    at.reviews,
    async (draw) => ({ title: name(), offer_id: (await draw.of(at.offers)).id }),
    (draw) =>
      draw.one<object>([
        { title: name(), verdict: text(draw) },
        { slug: name().replace(' ', '-').toLowerCase() },
        { status: draw.one(['draft', 'published', 'archived']) },
        { pros: [text(draw)], cons: [text(draw)], meta_description: text(draw) },
      ]),
  ),
  async (draw) => {
    const ids = draw.some(await ask(at.reviews)).map(({ id }) => id);
    return ['POST', `${at.reviews}/bulk-status`, { ids, status: draw.one(['draft', 'published', 'archived']) }];
  },
  ...usual(
    at.links,
    () => ({ name: name() }),
    (draw) =>
      draw.one<object>([
        { name: name(), tags: [text(draw)] },
        { slug: name().replace(' ', '-').toLowerCase() },
        { utm: { utm_campaign: text(draw) }, fallback_url: `/categories/${text(draw).replace(' ', '-')}` },
        { status: draw.one(['active', 'paused', 'archived']), rotation: draw.one(['weighted', 'priority']) },
        { cost_model: 'none' },
      ]),
  ),
  async (draw) => {
    const [base] = await parts(draw, 'destinations');
    return ['POST', base, { type: 'url', url: `https://${text(draw).replace(' ', '')}.example/`, weight: 7 }];
  },
  async (draw) => {
    const [, all] = await parts(draw, 'destinations');
    const { id, version } = draw.one(all);
    return [
      'PUT',
      `${at.links}/destinations/${id}`,
      { version, name: name(), weight: Math.floor(draw.chance() * 100) },
    ];
  },
  async (draw) => {
    const [base, all] = await parts(draw, 'destinations');
    const weights = Object.fromEntries(all.map(({ id }) => [id, Math.floor(draw.chance() * 100)]));
    return ['PUT', `${base}/weights`, { weights }];
  },
  async (draw) => {
    const [base, all] = await parts(draw, 'destinations');
    return ['DELETE', `${base}/${draw.one(all).id}`];
  },
  async (draw) => {
    const [base] = await parts(draw, 'rules');
    return ['POST', base, { name: name(), conditions: [{ field: 'country', op: 'in', values: ['DE'] }] }];
  },
  async (draw) => {
    const [, all] = await parts(draw, 'rules');
    const { id, version } = draw.one(all);
    return ['PUT', `${at.links}/rules/${id}`, { version, name: name(), is_enabled: draw.chance() < 0.5 }];
  },
  async (draw) => {
    const [base, all] = await parts(draw, 'rules');
    return ['PUT', `${base}/order`, { ids: all.map(({ id }) => id).toReversed() }];
  },
  async (draw) => {
    const [base, all] = await parts(draw, 'rules');
    return ['DELETE', `${base}/${draw.one(all).id}`];
  },
  async (draw) => {
    const ids = draw.some(await ask(at.links)).map(({ id }) => id);
    const offers = (await ask(at.offers)).map(({ id }) => ({ type: 'offer', target_id: id }));
    const act = draw.one<object>([
      { do: 'status', status: draw.one(['active', 'paused', 'archived']) },
      { do: 'add_tag', tag: text(draw) },
      { do: 'fallback', fallback_url: `/about?${name()}`.replaceAll(' ', '') },
      { do: 'move_weight', from: draw.one(offers), to: draw.one(offers), percent: 50 },
    ]);
    return ['POST', `${at.links}/bulk`, { ids, act }];
  },
  async (draw) => {
    const ids = draw.some(await ask(at.offers)).map(({ id }) => id);
    const act = draw.one<object>([
      { do: 'status', status: draw.one(['active', 'paused']) },
      { do: 'add_tag', tag: text(draw) },
    ]);
    return ['POST', `${at.offers}/bulk`, { ids, act }];
  },
  async (draw) => {
    const { id } = await draw.of(at.links);
    return ['PUT', `${at.links}/${id}/optimisation`, { is_enabled: draw.chance() < 0.5, step_points: 5 }];
  },
  (draw) => {
    const rows = [1, 2, 3].map(() => `${name()},"url ${text(draw).replace(' ', '-')}"`);
    return ['POST', `${at.links}/import`, { csv: `name,notes\n${rows.join('\n')}`, dry_run: false }];
  },
  (draw) => ['POST', at.views, { name: name(), query: `by=${text(draw).replace(' ', '')}` }],
  async (draw) => ['DELETE', `${at.views}/${(await draw.of(at.views)).id}`],
  (draw) => [
    'POST',
    at.columns,
    { name: name(), formula: 'profit / clicks', format: 'money', is_shared: draw.chance() < 0.5 },
  ],
  async (draw) => {
    const { id } = await draw.of(at.columns);
    return ['PATCH', `${at.columns}/${id}`, { formula: `clicks * ${Math.ceil(draw.chance() * 9)}`, is_shared: true }];
  },
  async (draw) => ['DELETE', `${at.columns}/${(await draw.of(at.columns)).id}`],
  async (draw) => {
    const { id } = await draw.of(at.sources);
    return ['POST', at.rules, { source_id: id, param: 'site', days: 1 + Math.floor(draw.chance() * 90) }];
  },
  async (draw) => {
    const { id } = await draw.of(at.sources);
    return ['DELETE', `${at.rules}/${(await draw.of(`${at.rules}?source_id=${id}`)).id}`];
  },
  (draw) => {
    const rows = [1, 2].map((day) => `2026-03-0${day},1.${Math.floor(draw.chance() * 999)},0.85`);
    return ['PUT', '/api/admin/exchange-rates', { csv: `Date,USD,GBP\n${rows.join('\n')}\n` }];
  },
  async (draw) => {
    const day = `2026-0${1 + Math.floor(draw.chance() * 9)}-1${Math.floor(draw.chance() * 9)}`;
    const { id } = await draw.of(at.sources);
    const entry = { source_id: id, amount: amount(draw), currency: 'USD', state: draw.one(['estimated', 'confirmed']) };
    return ['POST', '/api/admin/costs', { ...entry, date_from: day, date_to: day }];
  },
  async (draw) => {
    const entries = (await ask('/api/admin/costs')).filter((entry) => entry['undone_at'] === null);
    return ['POST', `/api/admin/costs/${draw.one(entries).id}/undo`];
  },
  async (draw) => {
    const { name: source } = await draw.of(at.sources);
    const csv = `source,date,amount,currency\n${String(source)},2025-0${1 + Math.floor(draw.chance() * 9)}-03,${amount(draw)},USD`;
    return ['POST', '/api/admin/costs/import', { csv, dry_run: false }];
  },
  async (draw) => {
    const { id } = await draw.of(at.sources);
    return ['POST', '/api/admin/cost-files', { name: name(), source_id: id, url: 'https://files.example/costs.csv' }];
  },
  async (draw) => {
    const { id } = await draw.of('/api/admin/cost-files');
    const path = `/api/admin/cost-files/${id}`;
    if (draw.chance() < 0.3) return ['DELETE', path];
    return [
      'PUT',
      path,
      { name: name(), at_hour: Math.floor(draw.chance() * 24), every_hours: draw.one([1, 3, 6, 12, 24]) },
    ];
  },
  async (draw) => {
    const { id, version } = draw.one(await conversions());
    const status = draw.one(['pending', 'approved', 'rejected', 'reversed']);
    const change = draw.one([{ status }, { payout: amount(draw) }, { status, payout: amount(draw) }]);
    return ['PATCH', `/api/admin/conversions/${id}`, { version, ...change, reason: text(draw) }];
  },
  async (draw) => {
    const ids = draw.some(await conversions()).map(({ id }) => String(id));
    const body = { ids, status: draw.one(['pending', 'approved', 'rejected']), reason: text(draw) };
    return ['POST', '/api/admin/conversions/bulk-status', body];
  },
  async (draw) => {
    const { network_id: networkId } = draw.one(await conversions());
    const rows = [await click(), await click()].map((id) => `${name()},${id},approved,${amount(draw)}`);
    const csv = `Order ID,SubID,Status,Commission\n${rows.join('\n')}`;
    return [
      'POST',
      '/api/admin/conversions/import',
      { network_id: networkId, csv, dry_run: false, file_name: 'a.csv' },
    ];
  },
  async (draw) => {
    const all = await conversions();
    const { network_id: networkId } = draw.one(all);
    const items = draw.some(all.filter((one) => one['network_id'] === networkId)).map(({ id, version }) => ({
      conversion_id: String(id),
      version,
      status: draw.one(['approved', 'rejected']),
      amount: amount(draw),
      currency: 'USD',
    }));
    const body = { network_id: networkId, reason: text(draw), dry_run: false, items };
    return ['POST', '/api/admin/conversions/reconcile/accept', body];
  },
];

/** The last entry of the log, asked for past the screen, which counts them all. */
const newest = async (): Promise<bigint> => {
  const { id } = await t.deps.db
    .withTables<{ audit: { id: bigint } }>()
    .selectFrom('audit')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
};

test(
  `${SEQUENCES} random sequences of changes, each taken back, leave the site as it was`,
  { timeout: 7_200_000 },
  async () => {
    const made = new Map<string, number>();
    let before = await stateOf(t.deps.db);
    for (let n = 0; n < SEQUENCES; n += 1) {
      const draw = drawer(seeded(SEED + n));
      const entries: { id: string; what: string }[] = [];
      const wanted = 1 + Math.floor(draw.chance() * MOST_CHANGES);
      for (let tries = 0; entries.length < wanted && tries < 60; tries += 1) {
        const change = draw.one(CHANGES);
        try {
          const [method, path, body] = await change(draw);
          const last = await newest();
          const reply = await t.call(method, path, body);
          expect(reply.status, `seed ${SEED + n}: ${method} ${path}`).toBeLessThan(500);
          const entry = await newest();
          // what was refused, or changed nothing, is no change
          if (reply.status >= 300 || entry === last) continue;
          const { reason } = (await t.call('GET', `/api/settings/audit/${entry}/undo`)).body;
          if (reason === 'There is nothing in it that can be put back.') continue;
          entries.push({ id: String(entry), what: `${method} ${path} ${JSON.stringify(body)}` });
          const kind = `${method} ${path.replaceAll(/\d+/g, ':id')}`;
          made.set(kind, (made.get(kind) ?? 0) + 1);
        } catch (error) {
          if (!(error instanceof NothingThere)) throw error;
        }
      }
      for (const { id, what } of entries.toReversed()) {
        const reply = await t.call('POST', `/api/settings/audit/${id}/undo`, {});
        expect(reply.status, `seed ${SEED + n}: ${what}: ${JSON.stringify(reply.body)}`).toBe(200);
      }
      const story = entries.map(({ what }) => what).join('\n');
      const after = await stateOf(t.deps.db);
      for (const part of Object.keys(before))
        expect(after[part], `seed ${SEED + n}, ${part}:\n${story}`).toBe(before[part]);
      before = after;
    }
    if (SEQUENCES >= 100) {
      process.stdout.write(
        `${[...made]
          .map(([kind, times]) => `${times} ${kind}`)
          .toSorted()
          .join('\n')}\n`,
      );
    }
  },
);
