import { formatMicros, parseMicros } from '../../../../platform/money.ts';
import type { Range } from '../../../../platform/time.ts';
import { offersById, type OfferFacts } from '../../../offers/server/offer-facts.ts';
import type { Metric } from '../../../reports/contract.ts';
import { epcOf, expectedOf, judgeNone, NO_TALLY, subtract, sumOf, type Tally } from '../../offers/risks.ts';
import type { OfferRisk, OfferRisks, OfferRisksQuery, Risk } from '../../offer-stats-contract.ts';
import { placesOf } from './offer-now.ts';
import type { Frame } from '../../../reports/server/report.ts';
import { frameOf, type Scope } from '../../../reports/server/service.ts';

import { runReport } from '../../../reports/server/store-report.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const BEFORE_DAYS = 28;
const SUMS = ['clicks', 'pending', 'approved', 'rejected', 'reversed', 'revenue_expected'] as const satisfies Metric[];

type Tallies = Map<number, Tally>;

/** Offers whose clicks of the last week of a period may earn nothing, and what a week like it should bring. */
export async function offerRisks(scope: Scope, query: OfferRisksQuery): Promise<OfferRisks> {
  const { frame, said } = await frameOf(scope, query, 'click');
  const now = scope.clock();
  const end = Math.min(frame.range.to.getTime(), now.getTime());
  const back = (days: number): Date => new Date(end - days * DAY_MS);
  const week = { from: back(WEEK_DAYS), to: new Date(end) };
  const earlier = { from: back(WEEK_DAYS + BEFORE_DAYS), to: week.from };
  const period = { from: frame.range.from, to: new Date(Math.max(end, frame.range.from.getTime())) };
  const [inWeek, before, inPeriod] = await Promise.all(
    [week, earlier, period].map((range) => talliesOf(scope, frame, range)),
  );
  const offers = await offersById(
    scope.db,
    [...new Set([...inWeek!.keys(), ...before!.keys(), ...inPeriod!.keys()])],
    now,
  );
  const found = [...inWeek!].flatMap(([id, { clicks }]): Found[] => {
    const offer = offers.get(id);
    if (!offer || clicks === 0) return [];
    const own = inPeriod!.get(id) ?? NO_TALLY;
    const silence =
      own.clicks > 0 && own.conversions === 0 ? judgeNone(own.clicks, peersOf(offer, inPeriod!, offers)) : undefined;
    const risk = riskOf(offer) ?? (silence && silence !== 'undecided' ? 'no_conversions' : undefined);
    if (!risk) return silence === 'undecided' ? [{ offer, risk: undefined }] : [];
    return [{ offer, risk, clicks, silence: silence === 'undecided' ? undefined : silence, periodClicks: own.clicks }];
  });
  const risky = found.filter((one) => one.risk !== undefined);
  const places = await placesOf(
    scope.db,
    risky.map(({ offer }) => offer.id),
  );
  const data = risky.map(({ offer, risk, clicks, silence, periodClicks }): OfferRisk => {
    const own = risk === 'no_conversions' ? undefined : (before!.get(offer.id) ?? NO_TALLY);
    const known = epcOf(own, peersOf(offer, before!, offers));
    return {
      id: offer.id,
      name: offer.name,
      risk,
      clicks,
      epc: known ? expectedOf(1, known.tally) : null,
      epc_of: known?.of ?? null,
      expected: known ? expectedOf(clicks, known.tally) : null,
      silence:
        risk === 'no_conversions' && silence
          ? { clicks: periodClicks, usual_cr: silence.usualCr, usual_of: silence.usualOf, chance: silence.chance }
          : null,
      places: places.get(offer.id) ?? [],
    };
  });
  return {
    data: data.toSorted((a, b) => Number(b.expected ?? -1) - Number(a.expected ?? -1) || b.clicks - a.clicks),
    expected: formatMicros(data.reduce((sum, one) => sum + (parseMicros(one.expected ?? '0') ?? 0n), 0n)),
    undecided: found.length - risky.length,
    week: spanOf(week),
    before: spanOf(earlier),
    ...said,
  };
}

type Found =
  | { offer: OfferFacts; risk: undefined }
  | { offer: OfferFacts; risk: Risk; clicks: number; silence: Judged | undefined; periodClicks: number };
type Judged = Exclude<ReturnType<typeof judgeNone>, 'undecided'>;

const spanOf = ({ from, to }: Range) => ({ from: from.toISOString(), to: to.toISOString() });

/** Clicks by their offer, and what has become of them. A conversion counts here whatever its status: it shows that the way is open. */
async function talliesOf({ eventStore }: Scope, frame: Frame, range: Range): Promise<Tallies> {
  const rows = await runReport(eventStore, { ...frame, range, dimensions: ['offer'], metrics: SUMS });
  return new Map(
    rows
      .filter((row) => row.dims.offer != null)
      .map(({ dims, sums }) => [
        Number(dims.offer),
        {
          clicks: Number(sums.clicks),
          conversions: Number(sums.pending + sums.approved + sums.rejected + sums.reversed),
          micros: sums.revenue_expected,
        },
      ]),
  );
}

/** The other offers of an offer's network, and all others. */
function peersOf(offer: OfferFacts, tallies: Tallies, offers: ReadonlyMap<number, OfferFacts>) {
  const own = tallies.get(offer.id) ?? NO_TALLY;
  const alike = [...tallies].filter(([id]) => offers.get(id)?.network_id === offer.network_id);
  return {
    network: offer.network_id === null ? undefined : subtract(sumOf(alike.map(([, tally]) => tally)), own),
    site: subtract(sumOf(tallies.values()), own),
  };
}

/** What is wrong with an offer now, the gravest first. One in the trash is nobody's any more. */
function riskOf(offer: OfferFacts): Exclude<Risk, 'no_conversions'> | undefined {
  if (offer.closedBy === 'deleted') return undefined;
  if (offer.closedBy) return offer.closedBy;
  if (offer.link_status === 'error') return 'link_error';
  return offer.link_status === 'params_lost' ? 'params_lost' : undefined;
}
