// Sums over the events.
import { byText, divide, u } from './input.mjs';

export const of = (list, type) => list.filter((event) => event.type === type);
export const people = (list, type) => of(list, type).filter((event) => !event.robot && !event.own);
export const robots = (list, type) => of(list, type).filter((event) => event.robot).length;
export const distinct = (list) => new Set(list.map((event) => event.visitor).filter((one) => one !== null)).size;
export const ratio = (part, whole) => (whole === 0 ? null : part / whole);
export const statusCount = (list, status) => of(list, 'conversion').filter((event) => event.status === status).length;
export const money = (list, statuses, currency = 'USD') =>
  of(list, 'conversion')
    .filter((event) => statuses.includes(event.status) && event.currency === currency)
    .reduce((sum, event) => sum + event.sum, 0n);
export const EXPECTED = ['pending', 'approved'];
export const CONFIRMED = ['approved'];
export const converted = (list) => statusCount(list, 'pending') + statusCount(list, 'approved');
export const epc = (list) => u(divide(money(list, EXPECTED), BigInt(people(list, 'click').length)));
export const aov = (list) => u(divide(money(list, EXPECTED), BigInt(converted(list))));

export function funnel(list) {
  const [views, clicked] = [people(list, 'view'), people(list, 'click').length];
  return {
    views: views.length,
    visitors: distinct(views),
    impressions: people(list, 'impression').length,
    clicks: clicked,
    ctr: ratio(clicked, views.length),
    conversions: converted(list),
    cr: ratio(converted(list), clicked),
    revenue_expected: u(money(list, EXPECTED)),
    revenue_confirmed: u(money(list, CONFIRMED)),
    epc: epc(list),
  };
}
/** How far a review is read, over its views, and where its clicks were. */
export function reading(list) {
  const views = people(list, 'view').length;
  const quarters = people(list, 'quarter');
  const at = (place) => people(list, 'click').filter((event) => (event.button ?? null) === place).length;
  return {
    read_depth: ratio(quarters.length, 4 * views),
    read_half: ratio(quarters.filter((event) => event.depth === 50).length, views),
    read_to_end: ratio(quarters.filter((event) => event.depth === 100).length, views),
    cta_seen: ratio(people(list, 'any button').length, views),
    clicks_verdict: at('verdict'),
    clicks_sticky: at('sticky'),
    clicks_end: at('end'),
    clicks_other: at(null),
  };
}

export const rpm = (list) => u(divide(money(list, EXPECTED) * 1000n, BigInt(people(list, 'view').length)));

export function foreign(list) {
  const names = [...new Set(of(list, 'conversion').map((event) => event.currency))]
    .filter((one) => one !== 'USD')
    .sort(byText);
  return names
    .map((currency) => ({
      currency,
      revenue_expected: u(money(list, EXPECTED, currency)),
      revenue_confirmed: u(money(list, CONFIRMED, currency)),
      // no ad of the journey says what it cost
      cost: u(0n),
    }))
    .filter((one) => one.revenue_expected !== '0u' || one.revenue_confirmed !== '0u');
}

export const totals = (list) => ({
  ...funnel(list),
  visits: people(list, 'visit').length,
  bot_visits: robots(list, 'visit'),
  bot_views: robots(list, 'view'),
  bot_clicks: robots(list, 'click'),
  rpm: rpm(list),
  unconverted: foreign(list),
});
