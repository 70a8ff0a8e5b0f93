import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Network, NetworkTemplate, PostbackField } from '../../src/features/networks/contract.ts';
import { templates as networkTemplates } from '../../src/features/networks/server/templates.ts';
import type { SourceDetail, SourceTemplate } from '../../src/features/sources/contract.ts';
import { templates as sourceTemplates } from '../../src/features/sources/server/templates.ts';
import { createDuckDbStore } from '../../src/platform/server/event-store/duckdb/store.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { follow, startParty, type Party } from './parties.ts';

const EVENT = 'TheirSale';
/** What a source says that a click cost. */
const COST = '0.25';
/** What every postback of the fake networks says, but for the click id and the status. */
const SAID = { payout: '12.34', currency: 'EUR', event: 'sale' };

const RECORDED = { status: 200, result: 'recorded' };

let server: TestServer;
let admin: Admin;
let network: Party;
let source: Party;
const visitParams: { key: string; params: Record<string, string> }[] = [];

beforeAll(async () => {
  [network, source] = [await startParty(), await startParty()];
  server = await startServer({ env: { SAMPLE: 'off', OUTGOING_ALLOW: source.host } });
  admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([network?.close(), source?.close()]);
});

const post = async <T>(path: string, body: unknown): Promise<T & { id: number }> =>
  (await admin.post<{ data: T & { id: number } }>(`/admin/${path}`, body)).data;

/** An offer of the network behind a link of the source, whose name is also its path at the network. */
async function connect(name: string, networkId: number, sourceId: number): Promise<string> {
  const url = `http://${network.host}/${name}?aff=4711&ext={external_id}&src={utm_source}&med={utm_medium}&cost={cost}&cur={currency}`;
  const offer = await post('offers', { name, network_id: networkId, url });
  const slug = name.toLowerCase();
  const link = await post('tracking-links', { name, slug, traffic_source_id: sourceId, fallback_url: '/' });
  await admin.post(`/admin/tracking-links/${link.id}/destinations`, { type: 'offer', target_id: offer.id, weight: 1 });
  return `${server.url}/go/${slug}`;
}

/** The address that the network calls: its macros replaced as text, as the network does it. */
function postback(made: Network, template: NetworkTemplate, values: Partial<Record<PostbackField, string>>): string {
  let url = made.postback_url;
  for (const [field, macro] of Object.entries(template.postback_query)) {
    expect(url, `${macro} stands in the postback URL`).toContain(macro);
    url = url.replace(macro, encodeURIComponent(values[field as PostbackField] ?? ''));
  }
  return url;
}

/** A network takes longer to report a sale than a click takes to the database. */
async function untilKept(clickId: string): Promise<void> {
  const seen = async () => JSON.stringify(await admin.get(`/admin/timeline?kind=click&id=${clickId}`));
  await expect.poll(seen).toContain('"kind":"click"');
}

const send = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, ...((await answer.json()) as { result: string; reason: string }) };
};

const statusOf = async (clickId: string): Promise<string | undefined> => {
  const { data } = await admin.get<{ data: { status: string }[] }>(`/admin/stats/conversions?search=${clickId}`);
  return data[0]?.status;
};

/** Comes by the link as a reader until it is known. @returns what the network has then been sent */
async function arrive(link: string): Promise<Record<string, string>> {
  const came = await expect
    .poll(() => follow(link))
    .toBeTruthy()
    .then(() => follow(link));
  return network.seen(came!).at(-1)!;
}

describe('networks', () => {
  let everything: SourceDetail;

  beforeAll(async () => {
    const fields = ['external_id', 'click_id', 'payout', 'currency', 'txid', 'status', 'event', 'conversion_id'];
    everything = await post<SourceDetail>('traffic-sources', {
      name: 'A source that wants everything',
      click_id_param: 'xid',
      click_id_token: '{xid}',
      postback_enabled: true,
      postback_url: `http://${source.host}/everything?${fields.map((name) => `${name}={${name}}`).join('&')}`,
      postback_statuses: ['approved'],
    });
  });

  test.each([...networkTemplates().values()].map((template) => [template.key, template] as const))(
    '%s: each marked value comes back',
    async (key, template) => {
      const made = await post<Network>('affiliate-networks', { name: `Network ${key}`, template_key: key });
      const link = await connect(`N-${key}`, made.id, everything.id);
      const sent = await arrive(`${link}?xid=Xid-${key}`);
      expect(sent).toMatchObject({ aff: '4711', ext: `Xid-${key}` });
      if (template.click_param === null) {
        expect(Object.keys(sent).toSorted()).toEqual(['aff', 'ext']);
        return;
      }
      const clickId = sent[template.click_param]!;
      expect(clickId).toMatch(/^[0-9a-z]{20,24}$/);
      if (Object.keys(template.postback_query).length === 0) return;

      await untilKept(clickId);
      const words = Object.entries(template.status_map);
      const word = words.find(([, means]) => means === 'approved')?.[0].toUpperCase() ?? '';
      const values = { ...SAID, click_id: clickId, txid: `Tx-${key}`, status: word };
      expect(await send(postback(made, template, values))).toMatchObject(RECORDED);
      expect(await send(postback(made, template, values))).toMatchObject({ status: 200, result: 'duplicate' });
      const told = () => source.seen('/everything').filter((one) => one['click_id'] === clickId);
      await expect.poll(told).toHaveLength(1);
      const query = template.postback_query;
      expect(told()[0]).toMatchObject({
        external_id: `Xid-${key}`,
        status: 'approved',
        event: 'sale',
        ...('payout' in query && { payout: SAID.payout }),
        ...('currency' in query && { currency: SAID.currency }),
        ...('txid' in query && { txid: `Tx-${key}` }),
      });
      for (const [other, means] of 'status' in query ? words : []) {
        const next = (await arrive(`${link}?xid=${other}`))[template.click_param]!;
        await untilKept(next);
        const answer = await send(postback(made, template, { ...values, click_id: next, status: other }));
        if (means === 'ignore') expect(answer, other).toMatchObject({ status: 200, result: 'ignored' });
        else expect(answer, other).toMatchObject(RECORDED);
        await expect.poll(() => statusOf(next), { message: other }).toBe(means === 'ignore' ? undefined : means);
      }
    },
  );
});

describe('sources', () => {
  let made: Network;
  const template = networkTemplates().get('tune')!;

  beforeAll(async () => {
    made = await post<Network>('affiliate-networks', { name: 'A network for sources', template_key: 'tune' });
  });

  test.each([...sourceTemplates().values()].map((one) => [one.key, one] as const))(
    '%s: each marked value comes back',
    async (key, one) => {
      const own = one.postback_url?.replace(/^https:\/\/[^/]+/, `http://${source.host}`);
      // where an account has an address of its own, its owner puts {external_id} and {payout} into it
      const asked =
        own ?? (one.requires_external_id ? `http://${source.host}/of-${key}?id={external_id}&p={payout}` : null);
      const saved = await post<SourceDetail>('traffic-sources', {
        name: `Source ${key}`,
        template_key: key,
        ...(asked && { postback_url: asked, postback_enabled: true, event_map: { sale: EVENT } }),
      });
      const link = await connect(`S-${key}`, made.id, saved.id);
      const { suffix, marks } = filledIn(one, saved.url_suffix);
      const sent = await arrive(`${link}?${suffix}`);
      const externalId = one.click_id_param === null ? undefined : marks[one.click_id_param];
      expect(sent).toMatchObject({
        ...(externalId && { ext: externalId }),
        ...(one.cost_param && { cost: COST, cur: saved.cost_currency }),
        ...(one.utm_defaults.utm_source && { src: one.utm_defaults.utm_source }),
        ...(one.utm_defaults.utm_medium && { med: one.utm_defaults.utm_medium }),
      });
      visitParams.push({
        key,
        params: Object.fromEntries(one.parameters.map(({ alias, param }) => [alias, marks[param]!])),
      });
      if (!asked) return;

      await untilKept(sent['aff_sub']!);
      const values = { ...SAID, click_id: sent['aff_sub']!, txid: `Tx-${key}`, status: 'approved' };
      expect(await send(postback(made, template, values))).toMatchObject(RECORDED);
      const { pathname, searchParams } = new URL(asked);
      const received = () =>
        source.seen(pathname).filter((query) => !externalId || Object.values(query).includes(externalId));
      await expect.poll(() => received().length).toBe(1);
      const known = { ...values, external_id: externalId, event: EVENT };
      expect(received()[0]).toEqual(
        Object.fromEntries(
          [...searchParams].map(([name, value]) => [
            name,
            value.replace(/^\{(\w+)\}$/, (_macro, macro: string) => known[macro as keyof typeof known] ?? ''),
          ]),
        ),
      );
    },
  );

  test('the parameters of each source lie with its visit, under their aliases', async () => {
    const counted = async () => {
      const { data } = await admin.get<{ data: { name: string; visits_30d: number }[] }>(
        '/admin/traffic-sources?limit=100',
      );
      return data.filter((one) => one.name.startsWith('Source ') && one.visits_30d > 0).length;
    };
    await expect.poll(counted).toBe(sourceTemplates().size);
    await server.kill9();
    const store = createDuckDbStore({
      path: join(server.dataDir, 'events.duckdb'),
      migrationsDir: join(import.meta.dirname, '../../migrations/columnar'),
      log: createLog('silent'),
    });
    try {
      const rows = await store.query<{ params: string | null }>(
        `select distinct params::varchar as params from events where type = 'visit'`,
        [],
      );
      const stored = rows.map(({ params }) => JSON.parse(params ?? '{}') as Record<string, string>);
      for (const { key, params } of visitParams) {
        expect(stored, `the parameters of ${key}`).toContainEqual(params);
      }
      console.log(
        `templates: ${sourceTemplates().size} sources and ${networkTemplates().size} networks sent through the loop`,
      );
    } finally {
      await store.close();
    }
  });
});

/** The suffix as it arrives: the source replaces its tokens as text, and adds a click id that has no token by itself. */
function filledIn(template: SourceTemplate, suffix: string) {
  const marks: Record<string, string> = {};
  let text = suffix;
  const fill = (param: string, token: string, mark: string) => {
    marks[param] = mark;
    expect(text, `the suffix holds ${token}`).toContain(`${param}=${token}`);
    text = text.replace(`${param}=${token}`, `${param}=${mark}`);
  };
  const { click_id_param: param, click_id_token: token } = template;
  if (param && token) fill(param, token, `Case.Kept-${template.key}-AbC`);
  for (const one of template.parameters) {
    const mark = one.param === template.cost_param ? COST : `${one.alias}-Mark1`;
    if (one.param !== param) fill(one.param, one.token, mark);
  }
  if (param && !token) {
    marks[param] = `Case.Kept-${template.key}-AbC`;
    text = `${text}&${param}=${marks[param]}`;
  }
  expect(text, 'no token is left').not.toMatch(/[{}[\]#$]|__[A-Z]/);
  return { suffix: text.replace(/^&/, ''), marks };
}
