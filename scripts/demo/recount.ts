import type { BehaviourEvent, ConversionDelta } from '../../src/features/events/contract.ts';
import { deltasOf, traffic } from './traffic.ts';

type Event = BehaviourEvent | ConversionDelta;
type Dims = Event & {
  guide_id?: number;
  item_id?: number;
  offer_id?: number;
  position?: number;
  source_id?: number;
  review_id?: number;
  link_id?: number;
  destination_id?: number;
  country?: string;
  region?: string;
  city?: string;
  os_version?: string;
  browser_version?: string;
  device?: string;
  language?: string;
  rule_id?: number;
  params?: Record<string, string>;
  subs?: Record<string, string>;
  referrer_host?: string;
  channel?: string;
  utm?: Record<string, string>;
};

type Question = {
  zone: string;
  /** Local days, both inside. */
  from: string;
  to: string;
  basis?: 'click' | 'conversion';
  /** The line that an event belongs to, or those; undefined: to none. */
  by: (event: Dims, day: string, at: Date) => string | number | undefined | readonly string[];
};

const COUNTS = {
  visit: 'visits',
  view: 'views',
  impression: 'impressions',
  cta_view: 'ctaViews',
  cta_impression: 'ctaImpressions',
  click: 'clicks',
} as const;

/** What was counted for one line. Money is decimal text of the site's currency, USD. */
export class Counted {
  visits = 0;
  views = 0;
  botVisits = 0;
  botViews = 0;
  botClicks = 0;
  impressions = 0;
  ctaViews = 0;
  ctaImpressions = 0;
  /** Views in which the quarter of the text was in sight, by where it ends. */
  reads: Record<number, number> = { 25: 0, 50: 0, 75: 0, 100: 0 };
  clicksAt: Record<string, number> = { verdict: 0, sticky: 0, end: 0, other: 0 };
  clicks = 0;
  pending = 0;
  approved = 0;
  rejected = 0;
  reversed = 0;
  leads = 0;
  sales = 0;
  lagMs = 0;
  lagged = 0;
  clickVisits = new Set<string>();
  visitors = new Set<string>();
  visitVisitors = new Set<string>();
  lastViewAt: string | null = null;
  #money = new Map<string, { expected: bigint; confirmed: bigint }>();

  take(event: Event): void {
    if (event.type === 'conversion') this.#takeDelta(event);
    else if (event.is_bot) {
      if (event.type === 'visit') this.botVisits += 1;
      if (event.type === 'view') this.botViews += 1;
      if (event.type === 'click') this.botClicks += 1;
    } else if (!event.is_internal) {
      if (event.type === 'read') this.reads[event.depth]! += 1;
      else this[COUNTS[event.type]] += 1;
      if (event.type === 'click') this.clicksAt[event.place ?? 'other']! += 1;
      // 52 bits are kept
      if (event.type === 'visit') this.visitVisitors.add(event.visitor!.slice(0, 13));
      if (event.type === 'click') this.clickVisits.add((event.visit_id ?? event.view_id)!);
      if (event.type !== 'view') return;
      this.visitors.add(event.visitor!.slice(0, 13));
      if (this.lastViewAt === null || event.ts > this.lastViewAt) this.lastViewAt = event.ts;
    }
  }

  #takeDelta(delta: ConversionDelta): void {
    this[delta.status] += delta.delta_count;
    if (delta.status === 'approved' || delta.status === 'pending') {
      if (delta.event_kind === 'lead') this.leads += delta.delta_count;
      if (delta.event_kind === 'sale') this.sales += delta.delta_count;
      this.lagged += delta.delta_count;
      this.lagMs += delta.delta_count * (Date.parse(delta.ts) - Date.parse(delta.click_ts!));
    }
    const sum = this.#money.get(delta.currency) ?? { expected: 0n, confirmed: 0n };
    const micros = BigInt(delta.delta_micros);
    if (delta.status === 'approved') sum.confirmed += micros;
    if (delta.status === 'approved' || delta.status === 'pending') sum.expected += micros;
    this.#money.set(delta.currency, sum);
  }

  /** Whole seconds from click to conversion; null without any. */
  get avgLag(): number | null {
    return this.lagged === 0 ? null : Math.round(this.lagMs / this.lagged / 1000);
  }
  /** Money per conversion, to the micro; null without any. */
  get aov(): string | null {
    const [sum, count] = [this.#money.get('USD')?.expected ?? 0n, BigInt(this.pending + this.approved)];
    if (count === 0n) return null;
    return text((sum * 2n + (sum < 0n ? -count : count)) / (count * 2n));
  }
  get expected(): string {
    return text(this.#money.get('USD')?.expected ?? 0n);
  }
  get confirmed(): string {
    return text(this.#money.get('USD')?.confirmed ?? 0n);
  }
  /** Undefined when there is none, or when it came to nothing. */
  get foreign(): { revenue_expected: string; revenue_confirmed: string } | undefined {
    const sum = this.#money.get('EUR');
    if (!sum || (sum.expected === 0n && sum.confirmed === 0n)) return undefined;
    return { revenue_expected: text(sum.expected), revenue_confirmed: text(sum.confirmed) };
  }

  /** Are all figures of people and conversions nothing? */
  isEmpty(): boolean {
    const counts = [this.visits, this.views, this.impressions, this.clicks];
    const moved = [this.pending, this.approved, this.rejected, this.reversed];
    const usd = this.#money.get('USD');
    return [...counts, ...moved].every((n) => n === 0) && !usd?.expected && !usd?.confirmed;
  }
}

const text = (micros: bigint): string => {
  const [whole, part] = [micros / 1_000_000n, micros % 1_000_000n];
  const sign = micros < 0n ? '-' : '';
  const digits = String(part < 0n ? -part : part).padStart(6, '0');
  return `${sign}${whole < 0n ? -whole : whole}.${digits.slice(0, 2)}${digits.slice(2).replace(/0+$/, '')}`;
};

/**
 * Counts generated traffic one event after the other, in plain code: shares nothing with the report engine, not its SQL, not its
 * notion of days and zones. @returns lines by their key
 */
export function recount(options: Parameters<typeof traffic>[0], question: Question): Map<string, Counted> {
  const lines = new Map<string, Counted>();
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone: question.zone });
  const take = (event: Event): void => {
    const at = question.basis === 'click' && event.type === 'conversion' ? event.click_ts! : event.ts;
    const day = days.format(new Date(at));
    if (day < question.from || day > question.to) return;
    const found = question.by(event as Dims, day, new Date(at)) ?? [];
    for (const key of typeof found === 'object' ? found : [String(found)]) {
      const line = lines.get(key) ?? new Counted();
      lines.set(key, line);
      line.take(event);
    }
  };
  for (const day of traffic(options)) {
    for (const event of day.events) take(event);
    for (const told of day.reports) for (const delta of deltasOf(told, 1)) take(delta);
  }
  return lines;
}
