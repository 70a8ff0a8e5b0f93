// Counts the journey anew, from what was sent and received and from the raw lists alone. It shares no code with the product:
// every rule below is said again, as the user's guide says it. Usage: node main.mjs FOLDER; prints one JSON document.
// Money is text of whole micros with a "u" behind it, so that it cannot be taken for another number.
import { all, answers, counted, got, outgoing, overtook, sold } from './conversions.mjs';
import { clicks, events as asked, isAhead, isOwn, notModified } from './events.mjs';
import { byText, items, messages, networks, requests, u, world } from './input.mjs';
import {
  aov,
  CONFIRMED,
  converted,
  distinct,
  epc,
  EXPECTED,
  foreign,
  funnel,
  money,
  of,
  people,
  ratio,
  reading,
  robots,
  rpm,
  statusCount,
  totals,
} from './sums.mjs';

const events = [...asked, ...sold];
const where = (field, id) => events.filter((event) => event[field] === id);
const days = [...new Set(events.map((event) => event.day))].sort(byText);

const inGuides = events.filter((event) => event.guide != null);
const inReviews = events.filter((event) => event.review != null);
const listicles = {
  totals: totals(inGuides),
  data: world.guides.map(({ id, title }) => ({
    id,
    title,
    ...funnel(where('guide', id)),
    rpm: rpm(where('guide', id)),
  })),
  series: days.map((day) => {
    const list = inGuides.filter((event) => event.day === day);
    return { day, views: people(list, 'view').length, clicks: people(list, 'click').length };
  }),
};

const byUtm = ['facebook', 'newsletter', 'taboola'].map((utm) => ({
  utm,
  totals: totals(inGuides.filter((event) => event.utm === utm)),
}));

const STATUSES = ['pending', 'approved', 'rejected', 'reversed'];
const byStatus = (list) => Object.fromEntries(STATUSES.map((status) => [status, statusCount(list, status)]));
const commerce = (list) => {
  const { pending, approved, rejected, reversed } = byStatus(list);
  const clicked = people(list, 'click').length;
  return {
    clicks: clicked,
    conversions: pending + approved,
    // no network of the journey reports leads
    leads: 0,
    sales: pending + approved,
    pending,
    approved,
    rejected,
    reversed,
    cr: ratio(pending + approved, clicked),
    approval_rate: ratio(approved, approved + rejected + reversed),
    reversal_rate: ratio(reversed, approved + reversed),
    revenue_expected: u(money(list, EXPECTED)),
    revenue_confirmed: u(money(list, CONFIRMED)),
    epc: epc(list),
    aov: aov(list),
  };
};

const ctr = [...items.values()]
  .map(({ id, guide, place }) => {
    const list = where('item', id);
    const [shown, clicked] = [people(list, 'impression').length, people(list, 'click').length];
    return {
      listicle_id: guide.id,
      item_id: id,
      position: place,
      impressions: shown,
      clicks: clicked,
      ctr: ratio(clicked, shown),
      conversions: converted(list),
      revenue_expected: u(money(list, EXPECTED)),
      epc: epc(list),
    };
  })
  // what nobody has seen or clicked has no line
  .filter((row) => where('item', row.item_id).length > 0);

// no ad of the journey says what it cost, and nobody has sent a bill: not known is not nothing
const UNPAID = { cost: null, profit: null, roi: null };

// whose cost is not known: days of a source
const sourceDays = (list) => new Set(list.map((event) => `${event.source} ${event.day}`)).size;

const linkReports = world.links.map(({ id, destinations }) => {
  const list = where('link', id);
  const [came, clicked] = [people(list, 'visit'), people(list, 'click').length];
  return {
    id,
    totals: {
      visits: came.length,
      uniques: distinct(came),
      bots: robots(list, 'visit'),
      clicks_out: clicked,
      ctr: ratio(clicked, came.length),
      conversions: converted(list),
      revenue: u(money(list, EXPECTED)),
      revenue_confirmed: u(money(list, CONFIRMED)),
      epc: epc(list),
      ...UNPAID,
      left_out: sourceDays(came),
      unread_costs: null,
      cost_confirmed: null,
      profit_confirmed: null,
      unconverted: foreign(list),
    },
    by_destination: destinations.map((destination) => {
      const part = where('destination', destination.id);
      return {
        destination_id: destination.id,
        visits: people(part, 'visit').length,
        clicks_out: people(part, 'click').length,
        conversions: converted(part),
        revenue: u(money(part, EXPECTED)),
        epc: epc(part),
        ...UNPAID,
      };
    }),
    // robots are routed like everyone: weights are judged by all visits
    shares: destinations.map(({ id: to, weight }) => ({
      weight,
      visits: of(where('destination', to), 'visit').length,
    })),
  };
});

const conversionReport = {
  totals: {
    count: counted.length,
    by_status: byStatus(events),
    payout_expected: u(money(events, EXPECTED)),
    payout_confirmed: u(money(events, CONFIRMED)),
    payout_pending: u(money(events, ['pending'])),
    reversed: u(money(events, ['reversed'])),
    orphans: all.length - counted.length,
    unconverted: foreign(events),
  },
  rows: all.map(({ network, click_key, click, txid, status, word, sum, currency }) => ({
    network_id: networks.get(network).id,
    click_key,
    click_id: click ? click_key : null,
    txid,
    status,
    original_status: word,
    event_type: 'sale',
    payout: u(sum),
    payout_currency: currency,
    offer_id: click?.offer ?? null,
    listicle_id: click?.guide ?? null,
    item_id: click?.item ?? null,
    position: click?.position ?? null,
    source_id: click?.source ?? null,
    link_id: click?.link ?? null,
    utm_source: click?.utm ?? null,
    attribution: click ? 'matched' : 'orphan',
    is_test: false,
  })),
  chart: days.map((date) => {
    const list = events.filter((event) => event.day === date);
    return { date, ...byStatus(list), payout: u(money(list, EXPECTED)) };
  }),
};

process.stdout.write(
  JSON.stringify({
    sent: {
      requests: requests.length,
      agents: new Set(requests.map((one) => one.agent)).size,
      sittings: new Set(requests.map((one) => one.session)).size,
      notModified,
      head: requests.filter((one) => one.method === 'HEAD').length,
      ahead: requests.filter(isAhead).length,
      own: requests.filter(isOwn).length,
      clicks: clicks.size,
      postbacks: messages.length,
      overtook: overtook.length,
    },
    visits: people(events, 'visit').length,
    answers: { expected: answers, got },
    totals: totals(events),
    listicles,
    content: {
      totals: { ...totals(inReviews), ...reading(inReviews) },
      data: [{ id: world.review.id, ...funnel(where('review', world.review.id)), ...reading(inReviews) }],
      buttons: people(events, 'button').length,
    },
    conversions: conversionReport,
    commerce: { ...totals(events), ...commerce(events) },
    offers: world.offers.map(({ id }) => ({ id, ...commerce(where('offer', id)) })),
    networks: world.networks.map(({ id }) => ({ id, ...commerce(where('network', id)) })),
    ctr,
    links: linkReports,
    outgoing,
    byUtm,
  }),
);
