import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillEventStore } from '../../../../scripts/demo/fill.ts';
import { inventedSite } from '../../../../scripts/demo/invented-site.ts';
import { recount, type Counted } from '../../../../scripts/demo/recount.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { testEventStore } from '../../../../tests/support/event-store.ts';
import { sampleSize } from '../../../../tests/support/figures.ts';
import { sumUpHours } from '../../events/server/hours.ts';
import type { ReportLine } from '../report-contract.ts';
import { statsRoutes } from './routes.ts';

/** Thirty parameters of sources, in the answer and in the file, against a count that knows nothing of the engine. */

const MORE = Array.from({ length: 28 }, (_, nth) => `p${nth + 1}`);
const NAMES = ['site', 'ad', ...MORE];
const invented = inventedSite(4, 5);
/** Each other source says all of them, the rest half. */
const SITE = {
  ...invented,
  links: invented.links.map((link, at) => ({
    ...link,
    parameters: at % 2 === 0 ? MORE : MORE.filter((_name, nth) => nth % 2 === 0),
  })),
};
const UNTIL = new Date('2026-11-08T05:00:00Z');
/** The full figure: `RECOUNT_EVENTS=1000000` by hand. */
const OPTIONS = { seed: 6, events: sampleSize('RECOUNT_EVENTS', 3000), days: 20, site: SITE };
const [FROM, TO, ZONE] = ['2026-10-25', '2026-11-05', 'Europe/Berlin'];
const COUNTS = ['visits', 'views', 'visitors', 'impressions', 'clicks', 'pending', 'approved', 'rejected', 'reversed'];
const METRICS = [...COUNTS, 'revenue_expected', 'revenue_confirmed'];

let app: TestApp;
let counted: Map<string, Counted>;

beforeAll(async () => {
  const eventStore = await testEventStore();
  await fillEventStore(eventStore, { ...OPTIONS, until: UNTIL });
  await sumUpHours({ eventStore, clock: () => new Date('2026-11-02T17:30:00Z') });
  app = await testApp(statsRoutes, { eventStore, clock: () => UNTIL });
  const options = { ...OPTIONS, until: UNTIL.getTime() };
  counted = recount(options, {
    zone: ZONE,
    from: FROM,
    to: TO,
    by: ({ params, link_id: link }) =>
      NAMES.map(
        (name) =>
          `${name} ${params?.[name] ?? (link !== undefined && params === undefined ? '(not recorded)' : '(none)')}`,
      ),
  });
}, 1_800_000);
afterAll(async () => {
  await app.deps.eventStore.close();
  await app.close();
});

const figuresOf = (line: Counted): (number | string)[] => [
  line.visits,
  line.views,
  line.visitors.size,
  line.impressions,
  line.clicks,
  line.pending,
  line.approved,
  line.rejected,
  line.reversed,
  line.expected,
  line.confirmed,
];
const byLabel = (rows: unknown[][]): unknown[][] => rows.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));

test.each(NAMES)('the report by %s, and its file', async (name) => {
  const dimension = `param:${name}`;
  const path = `/api/admin/stats/report?dimensions=${dimension}&metrics=${METRICS.join(',')}&date_from=${FROM}&date_to=${TO}&tz=${ZONE}`;
  const { body } = await app.call('GET', `${path}&limit=1000`);
  const own = [...counted]
    .filter(([key, line]) => key.startsWith(`${name} `) && !line.isEmpty())
    .map(([key, line]) => [key.slice(name.length + 1), ...figuresOf(line)]);
  expect(own.length).toBeGreaterThan(3);
  const lines = body.data as ReportLine[];
  const said = lines.map(({ dims, values }) => [
    dims[dimension as 'day']!.label,
    ...METRICS.map((metric) => values[metric as 'visits']),
  ]);
  expect(byLabel(said)).toEqual(byLabel(own));
  // money of which all lacks a rate is blank in a file, never 0.00
  const blank = (row: unknown[], { unconverted }: ReportLine) =>
    row.map((value, at) => (unconverted && at > COUNTS.length && Number(value) === 0 ? '' : String(value)));
  const file = parse(String((await app.call('GET', `${path}&format=csv`)).body), { columns: true }) as Record<
    string,
    string
  >[];
  const filed = file.map((row) => [row[dimension], ...METRICS.map((metric) => row[metric])]);
  expect(byLabel(filed)).toEqual(byLabel(said.map((row, at) => blank(row, lines[at]!))));
});
