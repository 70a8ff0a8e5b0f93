import { EVENT_ID } from '../../../platform/ids.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { listClicksOfVisit } from '../../events/server/store-clicks.ts';
import { listPageEvents } from '../../events/server/store-page-events.ts';
import { networksById } from '../../networks/server/service.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { getSettings } from '../../settings/server/service.ts';
import { postbackTarget } from '../../sources/server/postback.ts';
import type { TimelineQuery, TimelineReply } from '../contract.ts';
import type { ConversionFacts, Story, Target } from '../story.ts';
import { ERASED } from '../../events/server/store-erased.ts';
import { timelineSteps } from '../timeline.ts';
import { bodyPairs } from '../../conversions/pairs.ts';
import { presentAll } from '../../conversions/server/present.ts';
import * as store from './store.ts';
import type { ConversionRow } from '../../conversions/server/store-conversions.ts';
import { namesOf, type Mentions } from './names.ts';
import { findClick, findVisit, type ClickRow, type VisitRow } from '../../events/server/store-events.ts';

export type TimelineScope = Pick<Deps, 'db' | 'eventStore' | 'clock' | 'secrets' | 'log'>;

const MAX_JOURNEYS = 20;
const DAY_MS = 86_400_000;
const READING_MS = 2 * DAY_MS;

/** What belongs together: at most one visit and one click. */
type Thread = {
  visitId: string | null;
  visit: VisitRow | undefined;
  clickKey: string | null;
  click: ClickRow | undefined;
  conversions: ConversionRow[];
  logId?: bigint;
};

/** Everything that is known around an id of a visit, a click, a transaction, a conversion or a message, from the ad to the bank. */
export async function timeline(scope: TimelineScope, { id, kind }: TimelineQuery): Promise<TimelineReply> {
  const threads = await threadsOf(scope, id, kind);
  const settings = await getSettings(scope.db);
  if (threads.length === 0) return { data: [], message: nothingFound(id, settings, scope.clock()) };
  const data: TimelineReply['data'] = [];
  for (const thread of threads.slice(0, MAX_JOURNEYS)) {
    data.push({
      visit_id: thread.visitId,
      click_id: thread.click?.click_id ?? thread.clickKey,
      conversions: await presentAll(scope.db, thread.conversions),
      steps: timelineSteps(await storyOf(scope, thread, settings)),
    });
  }
  const what = threads.length === 1 ? 'One journey' : `${threads.length} journeys`;
  const more = threads.length > MAX_JOURNEYS ? ` The first ${MAX_JOURNEYS} are shown.` : '';
  return { data, message: `${what} found.${more}` };
}

type Settings = Awaited<ReturnType<typeof getSettings>>;

function nothingFound(id: string, settings: Settings, now: Date): string {
  const kept = `Clicks and visits are kept for ${settings.click_retention_days} days, messages for ${settings.log_retention_days}.`;
  const madeAt = EVENT_ID.test(id.toLowerCase()) ? momentOf(id.toLowerCase()) : undefined;
  if (madeAt === undefined || madeAt > now.getTime()) return `Nothing is stored about this id. ${kept}`;
  return `Nothing is stored about this id. If it is ours, it was made on ${new Date(madeAt).toISOString().slice(0, 10)}. ${kept}`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The millisecond in the first ten characters of an id of ours. */
const momentOf = (id: string): number =>
  id
    .slice(0, 10)
    .split('')
    .reduce((ms, char) => ms * 32 + ALPHABET.indexOf(char), 0);

async function threadsOf(scope: TimelineScope, id: string, kind: TimelineQuery['kind']): Promise<Thread[]> {
  const { db } = scope;
  const may = (one: NonNullable<TimelineQuery['kind']>) => kind === undefined || kind === one;
  const lower = id.toLowerCase();
  const own = EVENT_ID.test(lower) ? lower : id;
  const number = /^[1-9]\d{0,18}$/.test(id) && BigInt(id) < 2n ** 63n ? BigInt(id) : undefined;
  const visit = may('visit') ? await findVisit(db, own) : undefined;
  const click = may('click') ? await findClick(db, own) : undefined;
  const clicks = [
    ...(visit ? await listClicksOfVisit(db, visit.visit_id, MAX_JOURNEYS) : []),
    ...(click ? [click] : []),
  ];
  const conversions = await store.findConversions(db, {
    ...(may('conversion') && number !== undefined && { id: number }),
    ...(may('transaction') && { txid: id }),
    ...(may('click') && { click: own }),
    ...(may('visit') && { visit: own }),
  });
  for (const other of clicks) conversions.push(...(await store.findConversions(db, { click: other.click_id })));
  const threads = new Map<string, Thread>();
  const add = (key: string, fresh: Thread): Thread => {
    const known = threads.get(key);
    if (known) return known;
    threads.set(key, fresh);
    return fresh;
  };
  for (const one of clicks) add(`click ${one.click_id}`, threadOfClick(one));
  for (const row of conversions) {
    const thread = add(`click ${row.click_id ?? row.click_key}`, {
      visitId: row.visit_id,
      visit: undefined,
      clickKey: row.click_id ?? row.click_key,
      click: row.click_id === null ? undefined : await findClick(db, row.click_id),
      conversions: [],
    });
    if (!thread.conversions.some((known) => known.id === row.id)) thread.conversions.push(row);
  }
  await addMessages(scope, { id, own, number, kind }, add);
  if (visit && threads.size === 0)
    add(`visit ${visit.visit_id}`, {
      visitId: visit.visit_id,
      visit,
      clickKey: null,
      click: undefined,
      conversions: [],
    });
  for (const thread of threads.values())
    if (thread.visitId !== null) thread.visit ??= await findVisit(db, thread.visitId);
  return [...threads.values()];
}

const threadOfClick = (click: ClickRow): Thread => ({
  visitId: click.visit_id,
  visit: undefined,
  clickKey: click.click_id,
  click,
  conversions: [],
});

type Asked = { id: string; own: string; number: bigint | undefined; kind: TimelineQuery['kind'] };

/** Messages that became no conversion: refused ones, and those that wait in quarantine. */
async function addMessages(
  { db }: TimelineScope,
  { id, own, number, kind }: Asked,
  add: (key: string, fresh: Thread) => Thread,
): Promise<void> {
  const found: store.TimelineLog[] = [];
  if (kind === 'message' && number !== undefined)
    found.push(...[await store.findLog(db, number)].flatMap((one) => one ?? []));
  if (kind === undefined || kind === 'click') found.push(...(await store.listMessages(db, [own], [])));
  if (kind === undefined || kind === 'transaction') found.push(...(await store.listUncountedWith(db, id)));
  for (const log of found) {
    if (log.conversion_id !== null) {
      const [row] = await store.findConversions(db, { id: log.conversion_id });
      if (!row) continue;
      const click = row.click_id === null ? undefined : await findClick(db, row.click_id);
      const clickKey = row.click_id ?? row.click_key;
      const thread = add(`click ${clickKey}`, {
        visitId: row.visit_id,
        visit: undefined,
        clickKey,
        click,
        conversions: [],
      });
      if (!thread.conversions.some((known) => known.id === row.id)) thread.conversions.push(row);
      continue;
    }
    const click = log.click_id === null ? undefined : await findClick(db, log.click_id);
    if (click) add(`click ${click.click_id}`, threadOfClick(click));
    else if (log.click_id !== null)
      add(`click ${log.click_id}`, { visitId: null, visit: undefined, clickKey: log.click_id, click, conversions: [] });
    else
      add(`log ${log.id}`, { visitId: null, visit: undefined, clickKey: null, click, conversions: [], logId: log.id });
  }
}

async function storyOf(scope: TimelineScope, thread: Thread, settings: Settings): Promise<Story> {
  const { db } = scope;
  const { visit, click, conversions } = thread;
  const ids = conversions.map((row) => row.id);
  const keys = [thread.clickKey, ...conversions.map((row) => row.click_key)].filter((key) => key !== null);
  const [said, histories, attempts, pages] = [
    await store.listMessages(db, keys, ids, thread.logId),
    await store.listHistories(db, ids),
    await store.listAttempts(db, ids),
    await pagesOf(scope, thread),
  ];
  // whoever asks for one conversion of a click is not told what was said of the others
  const messages = said.filter((one) => one.conversion_id === null || ids.includes(one.conversion_id));
  const networkId = click?.network_id ?? conversions[0]?.network_id;
  const network = networkId == null ? undefined : (await networksById(db, [networkId])).get(networkId);
  const offer = click?.offer_id == null ? undefined : (await offersById(db, [click.offer_id])).get(click.offer_id);
  const targets = new Map<number, Target>();
  for (const id of new Set(conversions.flatMap((row) => row.source_id ?? []))) {
    const target = await postbackTarget(db, scope.secrets, id);
    if (target) targets.set(id, target);
  }
  const copied = conversions.find((row) => row.click_at !== null);
  const mentions: Mentions = {
    links: [visit?.link_id, click?.link_id],
    offers: [click?.offer_id, ...conversions.map((row) => row.offer_id)],
    items: [click?.item_id, ...(pages?.seen.map((one) => one.item_id) ?? [])],
    networks: [
      click?.network_id,
      ...messages.map((one) => one.network_id),
      ...conversions.map((row) => row.network_id),
    ],
  };
  return {
    now: scope.clock().toISOString(),
    visitId: thread.visitId,
    visit: visit && { ...visit, utm: visit.utm ?? {} },
    pages,
    clickKey: thread.clickKey,
    click,
    isClickRemoved: click === undefined && copied !== undefined,
    isErased: conversions.some((row) => row.click_key.startsWith(ERASED)),
    attributionDays: offer?.attribution_window_days ?? network?.attribution_window_days,
    conversions: conversions.map((row) => ({
      ...row,
      history: histories.filter((one) => one.conversion_id === row.id),
      attempts: attempts.filter((one) => one.conversion_id === row.id),
    })) satisfies ConversionFacts[],
    messages: messages.map((one) => ({
      ...one,
      said: [...(one.request_query ?? []), ...bodyPairs(one.request_body ?? '')],
    })),
    targets,
    siteCurrency: settings.currency,
    logDays: settings.log_retention_days,
    names: await namesOf(db, mentions),
  };
}

/** Pages read and products seen around a click, or in a visit. Undefined when the store of behaviour does not answer. */
async function pagesOf(
  { eventStore, log }: TimelineScope,
  { visit, visitId, click, conversions }: Thread,
): Promise<Story['pages']> {
  const from = visit?.ts ?? click?.ts ?? conversions.find((row) => row.click_at !== null)?.click_at;
  const viewId = click?.view_id ?? conversions.find((row) => row.view_id !== null)?.view_id ?? null;
  if (!from || (visitId === null && viewId === null)) return { views: [], seen: [], isExpected: false };
  const start = new Date(Date.parse(from) - (visit ? 60_000 : READING_MS));
  const end = new Date(Math.max(Date.parse(from), Date.parse(click?.ts ?? from)) + READING_MS);
  try {
    const events = await listPageEvents(eventStore, { visitId, viewId }, start, end);
    return {
      views: events.filter((one) => one.type === 'view'),
      isExpected: events.some((one) => one.type === 'visit' && (one.guide_id ?? one.review_id) !== null),
      seen: events.flatMap(({ type, ts, item_id, position }) =>
        type === 'impression' && item_id !== null ? [{ ts, item_id, position }] : [],
      ),
    };
  } catch (error) {
    log.warn({ err: error }, 'a timeline goes without its pages');
    return undefined;
  }
}
