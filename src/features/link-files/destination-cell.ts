import type { Destination } from '../links/contract.ts';

/** One destination as a cell has it, still to be judged by its contract. */
export type ReadDestination = Record<string, unknown> & {
  /** The place of its rule in the column `rules`, from 1; undefined: everybody whom no rule takes. */
  rule?: number;
};

const SEPARATOR = ' | ';
/** From the first blank of several on, so that each is looked at once. */
const PARTING = /(?<!\s)\s+\|\s+|\n/;
const LIKE = 'is not like "60 listicle:12" or "40 status=paused url:https://shop.example/"';
const OPTION = /([a-z_]+)=("(?:[^"\\]|\\.)*"|[^\s"]\S*)\s+/g;
const ONE = /^(?:(\d{1,5})\s+)?((?:[a-z_]+=(?:"(?:[^"\\]|\\.)*"|[^\s"]\S*)\s+)*)(listicle|review|offer|url):(.+)$/s;

/** What may stand between the weight and the target, with the values it takes. */
export const DESTINATION_OPTIONS = {
  name: 'words',
  status: 'word',
  priority: 'number',
  control: 'yes',
  daily_clicks: 'number',
  daily_conversions: 'number',
  starts_at: 'word',
  ends_at: 'word',
  rule: 'number',
} as const;
type Option = keyof typeof DESTINATION_OPTIONS;

/**
 * A destination as the cell `destinations` holds it: its weight, whatever is not as it is by default, what it leads to.
 * `60 listicle:12`, `40 name="Long read" daily_clicks=500 url:https://…`. @param rule the place of its rule, from 1
 */
export function destinationText(one: Destination, rule: number | undefined): string {
  const options: Partial<Record<Option, string | number | false | null>> = {
    name: one.name !== '' && quoted(one.name),
    status: one.status !== 'active' && one.status,
    priority: one.priority,
    control: one.is_control && 'yes',
    daily_clicks: one.caps.daily_clicks,
    daily_conversions: one.caps.daily_conversions,
    starts_at: one.starts_at,
    ends_at: one.ends_at,
    rule: rule ?? null,
  };
  const words = Object.entries(options).flatMap(([key, value]) => (value ? [`${key}=${value}`] : []));
  const url = one.url ?? '';
  const target = one.type === 'url' ? (/\s/.test(url) ? quoted(url) : url) : String(one.target_id);
  return [one.weight, ...words, `${one.type}:${target}`].join(' ');
}

export const destinationsCell = (all: readonly string[]): string => all.join(SEPARATOR);

/** In quotes as JSON has them, without what parts destinations. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('|', String.raw`\u007c`);

/** Reads the cell `destinations`. @returns what is wrong, in words */
export function readDestinations(cell: string): ReadDestination[] | { problem: string } {
  const found: ReadDestination[] = [];
  for (const part of cell.split(PARTING).map((one) => one.trim())) {
    if (part === '') continue;
    const one = readOne(part);
    if (typeof one === 'string') return { problem: `"${part.slice(0, 60)}" ${one}` };
    found.push(one);
  }
  return found;
}

function readOne(part: string): ReadDestination | string {
  const match = ONE.exec(part);
  if (!match) return LIKE;
  const [, weight = '100', options = '', type = '', target = ''] = match;
  if (type !== 'url' && !/^\d{1,10}$/.test(target)) return 'must name an id';
  const url = type === 'url' ? plain(target) : undefined;
  if (type === 'url' && url === undefined) return 'has quotes that do not fit';
  const one: ReadDestination = {
    type,
    weight: Number(weight),
    ...(type === 'url' ? { url } : { target_id: Number(target) }),
  };
  const caps: Record<string, unknown> = {};
  for (const [, key = '', text = ''] of options.matchAll(OPTION)) {
    const value = plain(text);
    if (value === undefined) return `has quotes that do not fit at ${key}`;
    if (!(key in DESTINATION_OPTIONS))
      return `has "${key}", which is not one of ${Object.keys(DESTINATION_OPTIONS).join(', ')}`;
    const kind = DESTINATION_OPTIONS[key as Option];
    if (kind === 'number' && !/^-?\d{1,10}$/.test(value)) return `needs a whole number at ${key}`;
    if (kind === 'yes' && value !== 'yes' && value !== 'no') return `needs yes or no at ${key}`;
    if (key === 'control') one['is_control'] = value === 'yes';
    else if (key === 'daily_clicks' || key === 'daily_conversions') caps[key] = Number(value);
    else one[key] = kind === 'number' ? Number(value) : value;
  }
  return Object.keys(caps).length > 0 ? { ...one, caps } : one;
}

/** What stands in quotes, or the text itself. @returns undefined for quotes that JSON does not know */
function plain(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
