import type { GapReason, TimelineStep } from './contract.ts';
import { gap, step, type Attempt, type ConversionFacts, type Story } from './story.ts';

const WHY: Record<string, string> = {
  no_external_id: 'the visit brought no click id of the source, which it needs',
  zero_payout: 'it is worth nothing, and the source is not told of those',
  postback_off: 'postbacks to the source were switched off',
  source_paused: 'the source was paused',
  restored: 'the site was brought back from a backup, and what waited then was discarded',
  not_counted: 'the conversion is in no sum',
  never_told: 'the source was never told of it',
  auto_paused: 'postbacks to the source were stopped after too many failures in a row',
  timeout: 'the source did not answer in time',
};

const whyOf = (attempt: Attempt): string =>
  attempt.reason_code === null
    ? 'no reason was noted'
    : (WHY[attempt.reason_code] ??
      (attempt.response_status === null
        ? `it could not be reached (${attempt.reason_code})`
        : `it answered HTTP ${attempt.response_status}`));

/** What the source was told of each status of a conversion, or why not. */
export function sentSteps(conversion: ConversionFacts, story: Story): TimelineStep[] {
  const moves = conversion.history.filter((one) => one.new_status !== null && one.new_status !== one.old_status);
  // a conversion that turned up late is told when its click is known
  const matched = conversion.history.filter((one) => one.kind === 'matched');
  const others = conversion.history.filter((one) => one.kind === 'displaced' && one.old_status !== null);
  return [...moves, ...[...matched, ...others].filter((one) => !moves.includes(one))].flatMap(
    (move): TimelineStep[] => {
      const attempts = conversion.attempts.filter((one) => one.event_key === `e${move.id}`);
      if (attempts.length > 0) return attempts.map((one) => attemptStep(conversion, one, story));
      return nothingSent(conversion, move, story);
    },
  );
}

function attemptStep(conversion: ConversionFacts, attempt: Attempt, { targets }: Story): TimelineStep {
  const name = (conversion.source_id !== null && targets.get(conversion.source_id)?.name) || 'the source';
  const shared = {
    kind: 'sent' as const,
    at: attempt.created_at,
    conversion_id: String(conversion.id),
    log_id: String(attempt.id),
    facts: attempt.url_masked === '' ? [] : [['Address', attempt.url_masked] as [string, string]],
    title: `Postback to ${name}, attempt ${attempt.attempt}`,
  };
  if (attempt.state === 'sent') return step({ ...shared, text: `${name} took it: HTTP ${attempt.response_status}.` });
  const reason = attempt.reason_code ?? attempt.state;
  if (attempt.state === 'retrying')
    return step({
      ...shared,
      text: `Did not work, because ${whyOf(attempt)}. ${attempt.next_attempt_at ? 'It is tried again.' : 'It was tried again.'}`,
      reason,
      tone: 'warn',
    });
  const words =
    { failed: 'Given up', skipped: 'Not sent', cancelled: 'Not sent', queued: 'Held' }[attempt.state] ?? attempt.state;
  const tone = attempt.state === 'failed' ? 'error' : 'warn';
  return step({ ...shared, text: `${words}, because ${whyOf(attempt)}.`, reason, tone });
}

type Move = ConversionFacts['history'][number];

function nothingSent(conversion: ConversionFacts, move: Move, story: Story): TimelineStep[] {
  const shared = { at: move.created_at, conversion_id: String(conversion.id) };
  // neither is anybody's business but ours
  if (conversion.is_test || conversion.attribution === 'orphan' || move.kind === 'refolded') return [];
  if (conversion.not_counted !== null || move.kind === 'displaced')
    return [gap('not_counted', 'The source is not told: it is in no sum.', { ...shared, tone: 'info' })];
  const say = (reason: GapReason, text: string, tone: TimelineStep['tone'] = 'info') => [
    gap(reason, text, { ...shared, tone }),
  ];
  if (conversion.source_id === null) return say('no_source', 'There is no traffic source to tell: the click has none.');
  const target = story.targets.get(conversion.source_id);
  const name = target?.name ?? 'The source';
  if (!target?.postback_enabled) return say('postback_off', `${name} is not told: its postbacks are switched off.`);
  if (!target.statuses.includes(move.new_status ?? ''))
    return say('status_not_sent', `${name} is not told of what is ${move.new_status}.`);
  if (story.isErased)
    return say('traces_deleted', `Whether ${name} was told is not stored any more: traces were deleted on request.`);
  const days = (Date.parse(story.now) - Date.parse(move.created_at)) / 86_400_000;
  return days > story.logDays
    ? say('log_removed', `What ${name} was told is not stored any more: logs go after ${story.logDays} days.`)
    : say('waits_to_be_sent', `${name} has not been told yet: the postback waits for its turn.`, 'warn');
}
