import { notFound, AppError, invalid } from '../../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Actor } from '../../../../platform/server/http/access.ts';
import { recordAudit } from '../../../accounts/server/service.ts';
import { listClicksBefore, listClicksLike } from '../../../events/server/store-clicks.ts';
import { networksById, updateNetwork } from '../../../networks/server/service.ts';
import { offersById } from '../../../offers/server/offer-facts.ts';
import type {
  AssignBody,
  Candidates,
  Conversion,
  EachReply,
  MapStatusBody,
  Orphan,
  OrphanQuery,
  RematchBody,
  UnmappedQuery,
  UnmappedStatus,
} from '../../../conversions/manual-contract.ts';
import { readMessage } from '../../../conversions/message.ts';
import { judgeReceived } from '../receiving/judge.ts';
import type { ManualScope } from '../../../conversions/server/manual.ts';
import { MATCH_WINDOW_MS, matchOrphan } from '../../../conversions/server/match.ts';
import { bodyPairs } from '../../../conversions/pairs.ts';
import { presentAll, presentOne } from '../../../conversions/server/present.ts';
import * as logs from '../../../conversions/server/store-logs.ts';
import * as orphanStore from './store-orphans.ts';
import * as store from '../../../conversions/server/store-conversions.ts';
import { findClick } from '../../../events/server/store-events.ts';

const PAGE_SIZE = 20;
const MAX_AT_ONCE = 5000;
const MAX_CANDIDATES = 10;
const MAX_AROUND = 100;
const CANDIDATE_DAYS = 7;
const MAX_UNMAPPED = 5000;
const DAY_MS = 86_400_000;
/** So many characters of a click id tell the moment and some chance: enough to offer it, never to decide. */
const PREFIX_CHARS = 12;

/** Conversions whose click is not known. */
export async function listOrphans(scope: ManualScope, query: OrphanQuery): Promise<Paged<Orphan>> {
  const page = pageFrom(query, PAGE_SIZE);
  const [rows, total] = [
    await orphanStore.listOrphanRows(scope.db, query, page),
    await orphanStore.countOrphanRows(scope.db, query),
  ];
  const said = await orphanStore.listFirstMessages(
    scope.db,
    rows.map((row) => row.id),
  );
  const since = new Date(scope.clock().getTime() - MATCH_WINDOW_MS).toISOString();
  const shown = (await presentAll(scope.db, rows)).map((row, i) => ({
    ...row,
    is_watched: rows[i]!.received_at >= since,
    params: said.get(rows[i]!.id) ?? [],
  }));
  return paged(shown, total, page);
}

/** Looks for the clicks of orphans once more, however old they are. */
export async function rematch(scope: ManualScope, actor: Actor, { ids }: RematchBody): Promise<EachReply> {
  const found = await orphanStore.listOrphanIds(scope.db, ids, MAX_AT_ONCE);
  const data: EachReply['data'] = [];
  for (const orphan of found) {
    const ok = await matchOrphan(scope, orphan);
    if (ok || ids) data.push({ id: String(orphan.id), ok, message: ok ? null : 'Its click is still not known.' });
  }
  for (const id of ids ?? [])
    if (!found.some((one) => String(one.id) === id)) data.push({ id, ok: false, message: 'This is no orphan.' });
  const matched = data.filter((one) => one.ok).length;
  await recordAudit(scope.db, actor, {
    action: 'rematch',
    entity: 'conversion',
    id: 0,
    name: `${found.length} orphans`,
    after: { looked_for: found.length, matched },
  });
  return { data, message: `${matched} of ${found.length} ${found.length === 1 ? 'orphan' : 'orphans'} matched.` };
}

/** Ties an orphan to a click by hand. @throws AppError not_found | conflict | validation_failed */
export async function assignClick(
  scope: ManualScope,
  actor: Actor,
  id: bigint,
  { click_id: typed, reason }: AssignBody,
): Promise<Conversion> {
  const clickId = typed.toLowerCase();
  const row = await store.findConversion(scope.db, id);
  if (!row) throw notFound('Conversion');
  if (!(await findClick(scope.db, clickId))) throw invalid('click_id', 'is not the id of a click that we know');
  const by = { actor_name: actor.username, note: reason, clickId };
  if (!(await matchOrphan(scope, row, by)))
    throw new AppError('conflict', 'This conversion is tied to a click already.');
  await recordAudit(scope.db, actor, {
    action: 'assign',
    entity: 'conversion',
    id,
    name: `Conversion ${id}`,
    after: { reason },
  });
  return presentOne(scope.db, (await store.findConversion(scope.db, id))!);
}

/** With how many characters two texts begin alike. */
function alikeChars(one: string, other: string): number {
  let n = 0;
  while (n < other.length && one[n] === other[n]) n += 1;
  return n;
}

/** Clicks that an orphan may have come from: those whose id begins most like the one that the network sent, then the nearest in time. */
export async function candidates(scope: ManualScope, id: bigint): Promise<Candidates> {
  const row = await store.findConversion(scope.db, id);
  if (!row) throw notFound('Conversion');
  const key = row.click_key.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  const alike =
    key.length >= PREFIX_CHARS ? await listClicksLike(scope.db, key.slice(0, PREFIX_CHARS), MAX_CANDIDATES) : [];
  const since = new Date(Date.parse(row.occurred_at) - CANDIDATE_DAYS * DAY_MS).toISOString();
  const around = await listClicksBefore(scope.db, row.network_id, { since, before: row.occurred_at }, MAX_AROUND);
  const converted = await orphanStore.listConverted(
    scope.db,
    around.map((click) => click.click_id),
  );
  const near = around.filter((click) => !converted.has(click.click_id));
  const all = [
    ...alike
      .toSorted((a, b) => alikeChars(b.click_id, key) - alikeChars(a.click_id, key))
      .map((click) => ({ ...click, why: 'Its id begins like the one that the network sent.' })),
    ...near.map((click) => ({
      ...click,
      why: 'The nearest click on an offer of this network before it, without a conversion.',
    })),
  ].filter((click, i, list) => list.findIndex((other) => other.click_id === click.click_id) === i);
  const offers = await offersById(
    scope.db,
    all.map((click) => click.offer_id).filter((offer) => offer !== null),
  );
  return {
    data: all.slice(0, MAX_CANDIDATES).map((click) => ({
      click_id: click.click_id,
      ts: click.ts,
      offer: click.offer_id === null ? null : (offers.get(click.offer_id)?.name ?? `Offer ${click.offer_id}`),
      country: click.country,
      device: click.device,
      why: click.why,
    })),
  };
}

/** Status words that networks sent and nobody has explained, most frequent first. */
export async function listUnmapped(scope: ManualScope, query: UnmappedQuery): Promise<UnmappedStatus[]> {
  const rows = await orphanStore.listUnmappedLogs(scope.db, query.network_id, MAX_UNMAPPED);
  const networks = await networksById(
    scope.db,
    rows.map((row) => row.network_id!),
  );
  const found = new Map<string, UnmappedStatus>();
  for (const row of rows) {
    const network = networks.get(row.network_id!)!;
    const at = new Date(row.created_at);
    const reading = readMessage(row.request_query ?? [], bodyPairs(row.request_body ?? ''), network, at);
    // a word that was explained a moment ago is judged again within the minute
    if (!('objection' in reading) || reading.word === undefined) continue;
    const key = `${network.id} ${reading.word}`;
    const known = found.get(key);
    if (known) {
      known.count += 1;
      known.first_at = row.created_at;
      continue;
    }
    found.set(key, {
      network_id: network.id,
      network: network.name,
      word: reading.word,
      count: 1,
      first_at: row.created_at,
      last_at: row.created_at,
      click_id: row.click_id,
      log_id: String(row.id),
    });
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count || b.last_at.localeCompare(a.last_at));
}

type MapScope = ManualScope & Pick<Deps, 'log'>;

/** Explains a status word of a network, and judges again what came with it. @returns how many messages were judged */
export async function mapStatus(scope: MapScope, actor: Actor, body: MapStatusBody): Promise<number> {
  const network = (await networksById(scope.db, [body.network_id])).get(body.network_id);
  if (!network) throw notFound('Affiliate network');
  // what it shows of the network is not needed here
  const change = { ...scope, origin: '', count: () => Promise.resolve(new Map()) };
  await updateNetwork(change, actor, network.id, {
    status_map: { ...network.status_map, [body.word]: body.status },
  });
  await logs.requeueUnmapped(scope.db, network.id, new Date(scope.clock().getTime() + 1).toISOString());
  return judgeReceived(scope, scope.clock());
}
