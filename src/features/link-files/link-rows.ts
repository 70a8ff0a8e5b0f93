import { UTM_KEYS } from '../sources/contract.ts';
import type { Destination, Link } from '../links/contract.ts';
import { destinationsCell, destinationText } from './destination-cell.ts';
import type { Goal } from '../links/contract.ts';
import type { RuleInput } from '../links/rule-contract.ts';

/** What a file may set of a link, in the order of the export. */
export const IMPORT_COLUMNS = [
  'name',
  'slug',
  'status',
  'traffic_source',
  'destinations',
  'rules',
  'redirect_type',
  'rotation',
  'auto_goal',
  'auto_floor_percent',
  'auto_step_points',
  'auto_frozen',
  'sticky',
  'forward_params',
  'forward_list',
  'param_conflict',
  ...UTM_KEYS,
  'fallback_url',
  'starts_at',
  'expires_at',
  'expired_url',
  'click_limit',
  'cost_model',
  'cost_value',
  'tags',
  'notes',
] as const;

/** What an export tells besides; an import passes over it. */
const TOLD_COLUMNS = [
  'short_url',
  'state',
  'visits_30d',
  'clicks_30d',
  'conversions_30d',
  'revenue_30d',
  'cost_30d',
  'unconverted_30d',
] as const;

export const EXPORT_COLUMNS = [...IMPORT_COLUMNS, ...TOLD_COLUMNS] as const;

type Cells = Record<(typeof EXPORT_COLUMNS)[number], string>;

/** How a link is optimised, as a file has it. */
export type Optimised = { auto_goal: Goal; auto_floor_percent: number; auto_step_points: number; isFrozen: boolean };

/** A rule as a file has it, and its id. */
type TakenRule = Omit<RuleInput, 'conditions'> & { id: number; conditions: readonly unknown[] };

/** A link as one row of a file, in the order of `EXPORT_COLUMNS`. @param rules in their order */
export function rowOf(
  link: Link,
  destinations: readonly Destination[],
  rules: readonly TakenRule[],
  optimised: Optimised,
): string[] {
  const places = new Map(rules.map(({ id }, index) => [id, index + 1]));
  const cells: Cells = {
    name: link.name,
    slug: link.slug,
    status: link.status,
    traffic_source: link.source_name ?? '',
    destinations: destinationsCell(
      destinations.map((one) => destinationText(one, one.rule_id === null ? undefined : places.get(one.rule_id))),
    ),
    rules: rules.length > 0 ? JSON.stringify(rules.map(ruleCell)) : '',
    redirect_type: String(link.redirect_type),
    rotation: link.rotation,
    auto_goal: optimised.auto_goal,
    auto_floor_percent: String(optimised.auto_floor_percent),
    auto_step_points: String(optimised.auto_step_points),
    auto_frozen: optimised.isFrozen ? 'yes' : '',
    sticky: link.sticky,
    forward_params: link.forward_params,
    forward_list: link.forward_list.join(', '),
    param_conflict: link.param_conflict,
    ...(Object.fromEntries(UTM_KEYS.map((key) => [key, link.utm[key] ?? ''])) as Record<
      (typeof UTM_KEYS)[number],
      string
    >),
    fallback_url: link.fallback_url,
    starts_at: link.starts_at ?? '',
    expires_at: link.expires_at ?? '',
    expired_url: link.expired_url ?? '',
    click_limit: link.click_limit === null ? '' : String(link.click_limit),
    cost_model: link.cost_model,
    cost_value: link.cost_value ?? '',
    tags: link.tags.map(tagText).join(', '),
    notes: link.notes ?? '',
    short_url: link.url,
    state: link.state,
    visits_30d: String(link.visits_30d),
    clicks_30d: String(link.clicks_30d),
    conversions_30d: String(link.conversions_30d),
    // where money lacks a rate, a sum of nothing is no sum
    revenue_30d: link.unconverted_30d && Number(link.revenue_30d) === 0 ? '' : link.revenue_30d,
    cost_30d: link.cost_30d ?? '',
    unconverted_30d: link.unconverted_30d ?? '',
  };
  return EXPORT_COLUMNS.map((column) => cells[column]);
}

const ruleCell = ({ name, is_enabled, conditions, starts_at, ends_at }: TakenRule): Record<string, unknown> => ({
  name,
  ...(!is_enabled && { is_enabled }),
  conditions,
  ...(starts_at && { starts_at }),
  ...(ends_at && { ends_at }),
});

/** In quotes where a comma or a line break would part it. */
const tagText = (tag: string): string => (/[",\n]/.test(tag) ? JSON.stringify(tag) : tag);

/** The columns of a file that mean nothing here. */
export const unknownColumns = (head: readonly string[]): string[] =>
  head.filter((name) => !EXPORT_COLUMNS.some((column) => column === name));

/** A row as the contract of a link wants it, still to be judged; blank cells are left out. @param sourceId of the name in the file */
export function linkInputOf(cells: Record<string, string>, sourceId: number | undefined): Record<string, unknown> {
  const given = (key: string) => cells[key]?.trim() || undefined;
  const plain = [
    'name',
    'slug',
    'status',
    'rotation',
    'sticky',
    'forward_params',
    'param_conflict',
    'fallback_url',
  ] as const;
  const more = ['starts_at', 'expires_at', 'expired_url', 'notes', 'cost_model', 'cost_value'] as const;
  const input: Record<string, unknown> = {
    ...Object.fromEntries([...plain, ...more].map((key) => [key, given(key)])),
    redirect_type: numberIn(given('redirect_type')),
    click_limit: numberIn(given('click_limit')),
    forward_list: given('forward_list') && listOf(given('forward_list')!),
    tags: given('tags') && listOf(given('tags')!),
    traffic_source_id: sourceId,
    utm: Object.fromEntries(UTM_KEYS.flatMap((key) => (given(key) === undefined ? [] : [[key, given(key)]]))),
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** What the optimiser's columns of a row say, as its contract wants it; blank cells are left out. */
export function optimiserInputOf(cells: Record<string, string>): Record<string, unknown> {
  const given = (key: string) => cells[key]?.trim() || undefined;
  const frozen = given('auto_frozen');
  const input = {
    goal: given('auto_goal'),
    floor_percent: numberIn(given('auto_floor_percent')),
    step_points: numberIn(given('auto_step_points')),
    is_frozen: frozen === 'yes' ? true : frozen === 'no' ? false : frozen,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Rules as the cell has them: a list in JSON, as the API takes it; still to be judged. @returns undefined for what is no JSON */
export function readRules(cell: string | undefined): unknown {
  if (!cell?.trim()) return [];
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}

/** A text that is no number stays one, so that the contract says what is wrong. */
const numberIn = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;

/** Characters of a list that are read: far more than it may hold. */
const MAX_LIST = 20_000;

/** Parted by commas or line breaks; one in quotes may hold either. */
const listOf = (text: string): string[] =>
  [...text.slice(0, MAX_LIST).matchAll(/[^\S\n]*("(?:[^"\\]|\\.)*"(?=\s*(?:[,\n]|$))|[^,\n]+)/g)]
    .map(([, part = '']) => plainTag(part.trim()))
    .filter(Boolean);

function plainTag(part: string): string {
  if (!part.startsWith('"')) return part;
  try {
    return JSON.parse(part) as string;
  } catch {
    return part;
  }
}
