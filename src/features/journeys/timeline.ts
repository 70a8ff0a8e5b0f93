import { formatMicros } from '../../platform/money.ts';
import type { InReason } from '../conversions/contract.ts';
import { REASON_WORDS } from '../conversions/manual-contract.ts';
import type { GapReason, TimelineStep } from './contract.ts';
import { sentSteps } from './sent.ts';
import { gap, step, type ConversionFacts, type HistoryFacts, type Story } from './story.ts';

const MATCH_HOURS = 72;

/** Tells a story in order: arrival, pages, click, then messages, changes and what was passed on, with a sentence for each gap. */
export function timelineSteps(story: Story): TimelineStep[] {
  return [...arrival(story), ...pages(story), ...wayOut(story), ...aftermath(story), ...silence(story)];
}

const facts = (pairs: Record<string, string | null | undefined>): [string, string][] =>
  Object.entries(pairs).filter((pair): pair is [string, string] => pair[1] != null && pair[1] !== '');

const ROUTES: Record<string, [GapReason, string]> = {
  no_destination: ['no_destination', 'No destination of the link was open, so it led to the fallback.'],
  all_capped: ['no_destination', 'Every destination of the link had reached its cap, so it led to the fallback.'],
  outside_audience: [
    'no_destination',
    'No destination took visitors of this country and device then, so the link led to the fallback.',
  ],
  network_paused: ['network_paused', 'The network of its offers was paused, so it led to the fallback.'],
  click_limit: ['link_closed', 'The link had had all its visits, so it led to its way out.'],
  link_paused: ['link_closed', 'The link was paused, so it led to the fallback.'],
  link_archived: ['link_closed', 'The link was archived, so it led to its way out.'],
  not_started: ['link_closed', 'The link had not started yet, so it led to the fallback.'],
  expired: ['link_closed', 'The link had expired, so it led to its way out.'],
};

function arrival({ visit, visitId, click, names }: Story): TimelineStep[] {
  if (!visit) {
    if (visitId !== null)
      return [
        gap('visit_removed', 'The visit is not stored any more: visits go when they are older than the settings say.'),
      ];
    if (!click) return [];
    return [
      gap('direct_visit', 'No visit before it: the reader did not come through a tracking link.', { tone: 'info' }),
    ];
  }
  const where = visit.link_id === null ? '' : ` through the link "${names.link(visit.link_id)}"`;
  const from = visit.source_id === null ? '' : ` from ${names.source(visit.source_id)}`;
  const route = ROUTES[visit.route_reason ?? ''];
  return [
    step({
      kind: 'visit',
      at: visit.ts,
      title: 'Visit',
      text: `Somebody arrived${where}${from}.`,
      facts: facts({
        'Visit id': visitId,
        'Click id of the source': visit.external_id,
        Country: visit.country,
        Device: visit.device,
        Browser: visit.browser,
        Route: visit.route_reason,
        ...visit.utm,
      }),
    }),
    ...(visit.is_bot ? [gap('bot_visit', 'It was no person: it is counted apart, as a bot.', { tone: 'info' })] : []),
    ...(visit.is_internal
      ? [gap('own_visit', 'It is in no count: the browser had opted out, or is your own.', { tone: 'info' })]
      : []),
    ...(route ? [gap(...route)] : []),
  ];
}

function pages({ pages: known, visit, click, names }: Story): TimelineStep[] {
  if (!known) {
    return visit || click
      ? [gap('pages_unknown', 'Which page was read cannot be said now: the store of behaviour does not answer.')]
      : [];
  }
  const { views, seen, isExpected } = known;
  const steps = views.map((view) =>
    step({ kind: 'view', at: view.ts, title: 'Page', text: `Read ${names.page(view.guide_id, view.review_id)}.` }),
  );
  if (views.length === 0 && isExpected && !click)
    steps.push(gap('page_not_opened', 'The page was never asked for: the reader left before it came.'));
  const clicked = click?.item_id ?? null;
  const own = clicked === null ? seen : seen.filter((one) => one.item_id === clicked);
  for (const one of own.slice(0, 20))
    steps.push(
      step({
        kind: 'seen',
        at: one.ts,
        title: one.position === null ? 'Seen' : `Seen at rank ${one.position}`,
        text: `Had "${names.item(one.item_id)}" in view for a second.`,
      }),
    );
  if (clicked !== null && views.length > 0 && own.length === 0)
    steps.push(
      gap('product_not_seen', 'No look at the product was counted before the click: a quick hand, or no script.', {
        tone: 'info',
      }),
    );
  return steps;
}

function wayOut(story: Story): TimelineStep[] {
  const { click, visit, pages: known, conversions, names, now } = story;
  if (click) {
    const rank = click.position === null ? '' : ` at rank ${click.position}`;
    const where = click.guide_id ?? click.review_id;
    const place = where === null ? '' : ` on ${names.page(click.guide_id, click.review_id)}`;
    const what = click.offer_id === null ? 'an offer' : `"${names.offer(click.offer_id)}"`;
    return [
      step({
        kind: 'click',
        at: click.ts,
        title: 'Click',
        text: `Went out to ${what}${rank}${place}.`,
        facts: facts({
          'Click id': click.click_id,
          Network: click.network_id === null ? null : names.network(click.network_id),
        }),
      }),
    ];
  }
  if (story.isErased)
    return [
      gap(
        'traces_deleted',
        'Visit and click are not stored any more: their traces were deleted on request. The conversion keeps its money.',
        { tone: 'info' },
      ),
    ];
  if (story.isClickRemoved)
    return [
      gap(
        'click_removed',
        'The click is not stored any more: clicks go when they are older than the settings say. The conversion keeps what it copied.',
      ),
    ];
  const orphan = conversions.find((one) => one.attribution === 'orphan');
  if (orphan) {
    const hours = (Date.parse(now) - Date.parse(orphan.received_at)) / 3_600_000;
    return [
      hours <= MATCH_HOURS
        ? gap('click_unknown', `We do not know this click yet. It is looked for during ${MATCH_HOURS} hours.`)
        : gap(
            'click_not_found',
            `We never had a click of this id. It was looked for during ${MATCH_HOURS} hours; you can tie it to a click by hand.`,
            { tone: 'error' },
          ),
    ];
  }
  if (story.clickKey !== null && story.messages.length > 0)
    return [gap('click_unknown', 'We know no click of this id.')];
  const isRead = visit !== undefined && (known?.views.length ?? 0) > 0;
  return isRead ? [gap('no_click', 'The reader left without a click on a product.', { tone: 'info' })] : [];
}

function aftermath(story: Story): TimelineStep[] {
  const { messages, conversions, names } = story;
  const steps = messages.map((message): TimelineStep => {
    const reason = message.reason_code as InReason | null;
    const who = message.network_id === null ? 'Somebody' : names.network(message.network_id);
    const text =
      reason === null ? 'It is stored, and not judged yet.' : (REASON_WORDS[reason] ?? `Its verdict is ${reason}.`);
    return step({
      kind: 'message',
      at: message.created_at,
      title: `Postback from ${who}`,
      text,
      reason: reason === null ? ('not_judged_yet' satisfies GapReason) : isFine(reason) ? null : reason,
      tone: reason === null ? 'warn' : toneOf(reason),
      facts: [['Address', message.url_masked], ...message.said.map(([key, value]): [string, string] => [key, value])],
      conversion_id: message.conversion_id === null ? null : String(message.conversion_id),
      log_id: String(message.id),
    });
  });
  for (const conversion of conversions) {
    for (const change of conversion.history) steps.push(...changeStep(conversion, change, story));
    steps.push(...sentSteps(conversion, story));
  }
  return steps.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '') || ORDER[a.kind] - ORDER[b.kind]);
}

const ORDER: Record<TimelineStep['kind'], number> = {
  visit: 0,
  view: 1,
  seen: 2,
  click: 3,
  message: 4,
  conversion: 5,
  gap: 6,
  sent: 7,
};

const isFine = (reason: InReason): boolean => ['recorded', 'updated', 'duplicate_ignored'].includes(reason);

function toneOf(reason: InReason): TimelineStep['tone'] {
  if (reason === 'duplicate_ignored' || reason === 'ignored_status') return 'info';
  if (isFine(reason)) return 'ok';
  return [
    'late_click',
    'offer_capped',
    'amount_conflict',
    'ambiguous_target',
    'not_counted',
    'unmatched_click',
  ].includes(reason)
    ? 'warn'
    : 'error';
}

const WHY_NOT_COUNTED: Record<string, string> = {
  rebill: 'It is in no sum: the offer counts one sale of a click, and another one was first.',
  late: 'It is in no sum: it came after the attribution window, and the offer does not count that.',
};

function changeStep(conversion: ConversionFacts, change: HistoryFacts, story: Story): TimelineStep[] {
  const { kind, old_status: from, new_status: to, new_payout_micros: micros, currency, actor_name: actor } = change;
  // the message itself says it
  if (kind === 'noted' || kind === 'amount_conflict' || kind === 'ambiguous_target') return [];
  const money = micros === null ? '' : `${formatMicros(micros)} ${currency}`;
  const why = change.note ? ` ${change.note}` : '';
  const texts: Record<string, string> = {
    recorded: `A new ${conversion.event_type}: ${to}, ${money}.`,
    updated: from === to ? `Is ${to} with ${money} now.` : `Went from ${from} to ${to}, ${money}.`,
    matched: actor ? `${actor} tied it to this click.${why}` : 'Its click turned up: it is counted now.',
    undone: `${actor} took an import back: ${change.note}`,
    manual: `${actor} set it to ${to}, ${money}. Reason:${why}`,
    moved:
      from === to
        ? 'What was said of it belongs to another conversion of the click.'
        : `Went from ${from} to ${to}, ${money}: what was said of the click belongs elsewhere now.`,
    displaced: WHY_NOT_COUNTED[change.note ?? conversion.not_counted ?? ''] ?? 'It is in no sum any more.',
    counted: `It counts again: ${to}, ${money}.`,
    placed: `${actor} said that a message is about it. Reason:${why}`,
    set_aside: `${actor} said that a message is about none of the conversions. Reason:${why}`,
    refolded: `Folded anew by the rules of today: ${from === null || from === to ? to : `from ${from} to ${to}`}, ${money}. No source was told.`,
    revalued: change.note
      ? `Is worth something in ${story.siteCurrency} now: ${change.note}.`
      : 'Has no worth in the currency of the site any more.',
  };
  const shared = { at: change.created_at, conversion_id: String(conversion.id) };
  const isNew = kind === 'recorded';
  const isForeign =
    conversion.payout_currency !== story.siteCurrency && conversion.base_currency !== story.siteCurrency;
  return [
    step({
      kind: 'conversion',
      title: isNew ? `Conversion ${conversion.id}` : 'Change',
      text: texts[kind] ?? `Changed: ${kind}.`,
      facts: isNew ? facts({ Transaction: conversion.txid, Attribution: conversion.attribution }) : [],
      ...shared,
    }),
    ...(isNew && conversion.is_test
      ? [gap('test_message', 'It was marked as a test: it is kept, and counted nowhere.', { tone: 'info', ...shared })]
      : []),
    ...(isNew && conversion.not_counted !== null
      ? [gap('not_counted', WHY_NOT_COUNTED[conversion.not_counted]!, shared)]
      : []),
    ...(isNew && conversion.is_at_risk
      ? [gap('at_risk', 'A message against the money may be about it, or about another one of its click.', shared)]
      : []),
    ...(isNew && isForeign && conversion.payout_micros !== 0n
      ? [
          gap(
            'unconverted',
            `There is no rate from ${conversion.payout_currency} to ${story.siteCurrency} for its day, so it is shown apart from the sums.`,
            shared,
          ),
        ]
      : []),
  ];
}

/** What one would still expect after a click, and is not there. */
function silence({ click, conversions, messages, attributionDays = 30, now, names }: Story): TimelineStep[] {
  if (!click || conversions.length > 0 || messages.length > 0) return [];
  if (click.network_id === null)
    return [gap('offer_without_network', 'The offer belongs to no network, so nobody can report a conversion.')];
  const days = (Date.parse(now) - Date.parse(click.ts)) / 86_400_000;
  const network = names.network(click.network_id);
  return days <= attributionDays
    ? [gap('no_message_yet', `${network} has not reported anything about this click so far.`, { tone: 'info' })]
    : [
        gap(
          'network_silent',
          `${network} reported nothing within ${attributionDays} days, the attribution window: no conversion came of this click.`,
          { tone: 'info' },
        ),
      ];
}
