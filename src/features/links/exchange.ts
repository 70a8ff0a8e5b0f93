import type { Destination, Link } from './contract.ts';

/** What a file may set of a link, in the order of the export. */
export const IMPORT_COLUMNS = [
  'name',
  'slug',
  'status',
  'traffic_source',
  'destinations',
  'redirect_type',
  'rotation',
  'sticky',
  'forward_params',
  'forward_list',
  'param_conflict',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'fallback_url',
  'starts_at',
  'expires_at',
  'expired_url',
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
] as const;

export const EXPORT_COLUMNS = [...IMPORT_COLUMNS, ...TOLD_COLUMNS] as const;

type Cells = Record<(typeof EXPORT_COLUMNS)[number], string>;

/** A link as one row of a file, in the order of `EXPORT_COLUMNS`. */
export function rowOf(link: Link, destinations: readonly Destination[]): string[] {
  const utm = (key: string) => link.utm[key] ?? '';
  const cells: Cells = {
    name: link.name,
    slug: link.slug,
    status: link.status,
    traffic_source: link.source_name ?? '',
    // a rule is not in the file, so what only its visitors get is not either
    destinations: destinations
      .filter((one) => one.rule_id === null)
      .map(destinationText)
      .join(' | '),
    redirect_type: String(link.redirect_type),
    rotation: link.rotation,
    sticky: link.sticky,
    forward_params: link.forward_params,
    forward_list: link.forward_list.join(', '),
    param_conflict: link.param_conflict,
    utm_source: utm('utm_source'),
    utm_medium: utm('utm_medium'),
    utm_campaign: utm('utm_campaign'),
    utm_term: utm('utm_term'),
    utm_content: utm('utm_content'),
    fallback_url: link.fallback_url,
    starts_at: link.starts_at ?? '',
    expires_at: link.expires_at ?? '',
    expired_url: link.expired_url ?? '',
    tags: link.tags.join(', '),
    notes: link.notes ?? '',
    short_url: link.url,
    state: link.state,
    visits_30d: String(link.visits_30d),
    clicks_30d: String(link.clicks_30d),
    conversions_30d: String(link.conversions_30d),
    revenue_30d: link.revenue_30d,
    cost_30d: link.cost_30d ?? '',
  };
  return EXPORT_COLUMNS.map((column) => cells[column]);
}

/** Weight, then what it leads to: `60 listicle:12`, `40 url:https://…`. */
const destinationText = ({ weight, type, target_id: id, url }: Destination): string =>
  `${weight} ${type}:${type === 'url' ? url : id}`;

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
  const more = ['starts_at', 'expires_at', 'expired_url', 'notes'] as const;
  const utm = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
  const input: Record<string, unknown> = {
    ...Object.fromEntries([...plain, ...more].map((key) => [key, given(key)])),
    redirect_type: given('redirect_type') && Number(given('redirect_type')),
    forward_list: given('forward_list') && listOf(given('forward_list')!),
    tags: given('tags') && listOf(given('tags')!),
    traffic_source_id: sourceId,
    utm: Object.fromEntries(utm.flatMap((key) => (given(key) === undefined ? [] : [[key, given(key)]]))),
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** One destination of a row, still to be judged by its contract. */
export type ReadDestination = { type: string; weight: number; target_id?: number; url?: string };

/** Reads the cell `destinations`. @returns what is wrong, in words */
export function readDestinations(cell: string): ReadDestination[] | { problem: string } {
  const found: ReadDestination[] = [];
  for (const part of cell.split(/\s+\|\s+|\n/).map((one) => one.trim())) {
    if (part === '') continue;
    const match = /^(?:(\d{1,5})\s+)?(listicle|review|offer|url):(.+)$/s.exec(part);
    if (!match)
      return { problem: `"${part.slice(0, 60)}" is not like "60 listicle:12" or "40 url:https://shop.example/"` };
    const [, weight = '100', type = '', target = ''] = match;
    if (type !== 'url' && !/^\d{1,10}$/.test(target)) return { problem: `"${part.slice(0, 60)}" must name an id` };
    found.push({
      type,
      weight: Number(weight),
      ...(type === 'url' ? { url: target } : { target_id: Number(target) }),
    });
  }
  return found;
}
