import sharp from 'sharp';
import { daysBetween, shiftDay } from '../../../../../platform/time.ts';
import { figureOf, type FigureName } from '../../../../reports/metrics.ts';
import type { ReportAsk, Values } from '../../../report-contract.ts';
import type { Days } from '../../../mails/contract.ts';
import { report } from '../../builder/report-call.ts';
import { dayText } from './periods.ts';
import { figureText } from './sheet.ts';

/** Twice what it is shown at, for sharp screens. */
export const PICTURE_SIZE = { width: 1200, height: 400 } as const;

/** @property alt what the picture tells, in numbers */
export type Course = { png: Buffer; caption: string; alt: string };

/** What the report's own chart begins with, else its first figure. */
const charted = (figures: readonly FigureName[]): FigureName =>
  figures.find((name) => figureOf(name).kind === 'count') ?? figures[0]!;

/** The course of a view's figure by day as a picture; undefined where there is none of it. */
export async function courseOf(
  scope: Parameters<typeof report>[0],
  ask: ReportAsk,
  { from, to }: Days,
): Promise<Course | undefined> {
  const name = charted(ask.metrics);
  const byDay = await report(scope, {
    ...ask,
    dimensions: ['day'],
    metrics: [name],
    sortBy: undefined,
    order: 'asc',
    page: 1,
    limit: -1,
  });
  const { currency, days_before: before } = byDay;
  const found = new Map(byDay.data.map((line) => [String(line.dims.day?.value), line.values[name]]));
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => shiftDay(from, i));
  // a day without anything has none of what is counted; of a share it has no value
  const { kind } = figureOf(name);
  const none = byDay.costless_by === null && (kind === 'count' || 'sum' in figureOf(name)) ? 0 : null;
  const values = days.map((day) => found.get(day) ?? none);
  const earlier = before?.map((day) => day.values[name] ?? none) ?? [];
  if (values.every((value) => value === null)) return undefined;
  const said = (value: Values[FigureName]) => figureText(name, value, currency);
  const label = figureOf(name).longLabel ?? figureOf(name).label;
  const known = days.map((day, i) => ({ day, value: values[i] })).filter(({ value }) => value !== null);
  const most = known.reduce((best, one) => (Number(one.value) > Number(best.value) ? one : best));
  return {
    png: await draw(values.map(numberOf), earlier.map(numberOf)),
    caption: [
      `${label} by day, ${dayText(from)} to ${dayText(to)}.`,
      ...(Number(most.value) > 0 ? [`The most: ${said(most.value)} on ${dayText(most.day)}.`] : []),
      ...(earlier.length > 0 ? ['Dashed: the days that these are held against.'] : []),
    ].join(' '),
    alt: `${label} by day: ${days.map((day, i) => `${dayText(day)} ${said(values[i])}`).join(', ')}.`,
  };
}

const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));

const PAD = { x: 24, y: 28 };
const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;

/** No words in it: a bare machine has no fonts. What the axes would say stands beside the picture. */
function draw(values: readonly (number | null)[], earlier: readonly (number | null)[]): Promise<Buffer> {
  const all = [...values, ...earlier].filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const y = (value: number) =>
    Math.round(HEIGHT - PAD.y - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * PAD.y));
  // both lines begin at the left, whatever their length: a month is held against one of other days
  const x = (place: number) =>
    Math.round(PAD.x + (values.length > 1 ? place / (values.length - 1) : 0.5) * (WIDTH - 2 * PAD.x));
  const points = (line: readonly (number | null)[]) =>
    line.slice(0, values.length).flatMap((value, place) => (value === null ? [] : [`${x(place)},${y(value)}`]));
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => y(least + part * (most - least)));
  const own = points(values);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${grid.map((at) => `<path d="M${PAD.x} ${at}H${WIDTH - PAD.x}" stroke="#e1ebe7" stroke-width="2"/>`).join('')}
<path d="M${PAD.x} ${y(0)}H${WIDTH - PAD.x}" stroke="#82968f" stroke-width="3"/>
<polyline points="${points(earlier).join(' ')}" fill="none" stroke="#82968f" stroke-width="4" stroke-dasharray="12 10"/>
<polyline points="${own.join(' ')}" fill="none" stroke="#00795a" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>
${own.map((point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="7" fill="#00795a"/>`).join('')}
</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}
