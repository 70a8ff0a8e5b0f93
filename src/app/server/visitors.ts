import type { Context } from '../../features/events/contract.ts';
import type { ChannelOf } from '../../features/visitors/server/channel-of.ts';
import type { Facts, RequestFacts } from '../../features/visitors/server/request-facts.ts';
import type { Recorder } from '../../features/events/server/recorder.ts';
import type { Tokens } from '../../features/visitors/server/tokens.ts';
import type { Visitors } from '../../features/visitors/server/visitors.ts';
import type { Arrival } from '../../features/router/arrival.ts';
import { captureArrival } from '../../features/router/captured.ts';
import { newEventId } from '../../platform/ids.ts';
import { isoText, type Clock } from '../../platform/time.ts';
import type { OpenedPage, Views } from './pages/pages.ts';

const VISIT_TOKEN_AGE_MS = 24 * 3_600_000;

type Parts = {
  facts: Facts;
  visitors: Visitors;
  tokens: Tokens;
  channelOf: ChannelOf;
  recorder: Recorder;
  clock: Clock;
};

/** The parts of a request that say who comes; the framework's request has them all. */
type Asked = RequestFacts & { url: string };

/** Who makes a request, and with which query; under Global Privacy Control and after an opt-out without the visitor hash. */
export function arrivalOf(parts: Pick<Parts, 'facts' | 'visitors' | 'clock'>, request: Asked): Arrival {
  const asked = { ip: request.ip, method: request.method, headers: request.headers };
  const at = request.url.indexOf('?');
  const facts = parts.facts.factsOf(asked);
  const hasPrivacySignal = facts.is_internal || parts.facts.hasPrivacySignal(asked);
  const visitor = hasPrivacySignal
    ? undefined
    : parts.visitors.hash(request.ip, String(request.headers['user-agent'] ?? ''), parts.clock());
  return {
    query: new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1)),
    facts: { ...facts, visitor },
    osVersion: () => parts.facts.osVersionOf(asked),
    hasPrivacySignal,
    ownHost: String(request.headers['host'] ?? '')
      .toLowerCase()
      .replace(/:\d*$/, ''),
  };
}

/** Opens pages: a view of its own id that carries on the context of the visit, if the reader came by a link. */
export function createViews(parts: Parts): Views {
  return {
    open(request, page) {
      const now = parts.clock();
      const ts = isoText(now);
      const arrival = arrivalOf(parts, request);
      const { query, facts, hasPrivacySignal } = arrival;
      const given = query.get('v');
      const visit = (given && parts.tokens.open(given, VISIT_TOKEN_AGE_MS)) || undefined;
      const hasVisit = visit?.visit_id !== undefined;
      const id = newEventId(now.getTime());
      const came: Context = hasVisit
        ? withoutAdIds(visit, hasPrivacySignal)
        : withChannel(parts, arrival, ownWords(query, hasPrivacySignal));
      if (page.kind === 'other') return { id, token: hasVisit ? given! : '', hasVisit, record: () => undefined };
      const context: Context = { ...came, ...placeOf(page), view_id: id, ts };
      return {
        id,
        token: parts.tokens.seal(context),
        hasVisit,
        record: () => parts.recorder.recordLazy([{ ...facts, ...context, type: 'view', ts }]),
      };
    },
  };
}

/** The token of a card that the API hands out: no view is counted, but a click on it knows the page and the utm. */
export function mintWithoutView(
  parts: Pick<Parts, 'tokens' | 'clock'>,
  place: Pick<Context, 'guide_id' | 'review_id'>,
  query: unknown,
): string {
  const words = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
  return parts.tokens.seal({ ...ownWords(words, false), ...place, ts: parts.clock().toISOString() });
}

/** The context of an earlier page, which was perhaps made before the reader asked for privacy. */
const withoutAdIds = (context: Context, isAsked: boolean): Context =>
  isAsked ? { ...context, ad_ids: undefined, external_id: undefined } : context;

/** Who came without a link. */
const withChannel = (
  { channelOf }: Pick<Parts, 'channelOf'>,
  { facts, ownHost }: Arrival,
  words: Context,
): Context => ({
  ...words,
  channel: channelOf({
    utm: words.utm,
    adIds: words.ad_ids,
    referrerHost: facts.referrer_host,
    ownHost,
  }),
});

/** What a page's own address says of where its reader came from, when no link of ours did. */
function ownWords(query: URLSearchParams, withoutAdIds: boolean): Context {
  const { ad_ids, utm, subs } = captureArrival(query, withoutAdIds);
  return { ad_ids, utm, subs };
}

const placeOf = (page: OpenedPage): Pick<Context, 'guide_id' | 'review_id'> => ({
  guide_id: page.kind === 'guide' ? page.id : undefined,
  review_id: page.kind === 'review' ? page.id : undefined,
});
