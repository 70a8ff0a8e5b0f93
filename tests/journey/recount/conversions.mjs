// Postbacks become conversions, and conversions what the ad platform must hear.
import { abs, byText, messages, micros, raw, received, u, world } from './input.mjs';
import { clicks } from './events.mjs';

const shapes = new Map(raw('postbacks.json').map((shape) => [shape.network, shape]));
/** What a network's word means: as its published examples say. */
const meaning = (network, word) =>
  shapes.get(network).examples.find((example) => example.expect_status !== null && example.query.status === word)
    .expect_status;
const isLiteral = (network, id) => shapes.get(network).query_template.click_id === id;

const conversions = new Map();
export const answers = { first: 0, duplicate: 0, updated: 0, ignored: 0 };
for (const { network, query, at } of messages) {
  if (isLiteral(network, query.click_id)) {
    answers.ignored += 1;
    continue;
  }
  const key = `${network} ${query.click_id} ${query.txid}`;
  const status = meaning(network, query.status);
  const old = conversions.get(key);
  if (!old) {
    answers.first += 1;
    conversions.set(key, {
      network,
      click_key: query.click_id,
      click: clicks.get(query.click_id),
      txid: query.txid,
      status,
      said: [status],
      word: query.status,
      sum: abs(micros(query.payout)),
      currency: query.currency ?? 'USD',
      day: at.slice(0, 10),
    });
  } else if (old.status === status || old.status === 'reversed') answers.duplicate += 1;
  else {
    answers.updated += 1;
    Object.assign(old, { status, word: query.status, said: [...old.said, status] });
  }
}
/** Those whose click is not known included. */
export const all = [...conversions.values()];
/** Those that are in the sums. */
export const counted = all.filter((one) => one.click);
/** As events: what a conversion is in the end, under the dimensions of its click. */
export const sold = counted.map(({ click, day, status, sum, currency }) => {
  return { ...click, type: 'conversion', robot: false, own: false, day, status, sum, currency };
});

/** Postbacks that came before their click was stored. */
export const overtook = messages.filter(
  ({ answer, query }) => answer.result === 'unmatched' && clicks.has(query.click_id),
);
export const got = { first: 0, duplicate: 0, updated: 0, ignored: 0 };
for (const { status, answer } of messages) {
  if (status !== 200 || answer.ok !== true) throw new Error(`a postback was answered ${status}`);
  got[{ recorded: 'first', unmatched: 'first' }[answer.result] ?? answer.result] += 1;
}

// What the ad platform must have been told, and what it was told.
const told = world.sources.flatMap((source) =>
  counted
    .filter((one) => one.click.source === source.id)
    .flatMap((one) =>
      one.said
        .filter((status) => source.postback_statuses.includes(status))
        .map((status) => ({ one, status, isKnown: one.click.external !== null })),
    ),
);
const textOf = (list) => list.map((pairs) => JSON.stringify(pairs)).sort(byText);
export const outgoing = {
  expected: textOf(
    told
      .filter(({ isKnown }) => isKnown)
      .map(({ one, status }) => [
        one.click.external,
        status === 'reversed' ? 'refund' : 'make_purchase',
        u(one.sum),
        one.currency,
        one.txid,
        status,
      ]),
  ),
  received: textOf(
    received.map(({ url }) => {
      const query = new URL(url, 'http://platform.invalid').searchParams;
      return [
        query.get('click-id'),
        query.get('name'),
        u(micros(query.get('revenue'))),
        query.get('currency'),
        query.get('orderid'),
        query.get('status'),
      ];
    }),
  ),
  skipped: told.filter(({ isKnown }) => !isKnown).length,
};
