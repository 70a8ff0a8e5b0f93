import { invalid } from '../errors.ts';
import { sha256Hex } from '../sha256.ts';

/** What macros stand for, by canonical name. Undefined and empty are the same: unresolved. */
export type MacroValues = Readonly<Record<string, string | undefined>>;

/** A piece of a template: text as typed, or a macro. */
type Piece = string | Macro;
type Macro = {
  source: string;
  /** Empty for braces that hold no macro: in a URL they are one that nothing resolves. */
  name: string;
  /** What follows the colon: modifiers, the words of a map, or the format of a date. */
  argument: string;
  fallback: Piece[];
};

type UrlTemplate = { origin: string; path: Piece[]; pairs: Piece[][]; fragment: Piece[] | undefined };

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['clickid', 'click_id'],
  ['subid', 'click_id'],
  ['cid', 'click_id'],
  ['externalid', 'external_id'],
]);
const MACRO = /^\s*([a-z][a-z0-9_.]*)\s*(?::([^|]*))?(?:\|([^]*))?$/i;
const ORIGIN = /^(https?:\/\/[^/?#\\]+)([^]*)$/i;
const MAX_NESTING = 8;
const HASH_LENGTH = 16;

/**
 * Fills the macros of a template: `{name}`, `{name:raw}`, `{name:lower}`, `{name:hash}`, `{name:word=other word2=other}`,
 * `{date:yyyy-MM-dd}`, each with a fallback `{name|text}` that may hold macros. Values are never read for macros again.
 * @param mode `url`: values are URL-encoded, a query pair whose macros are all unresolved is dropped, macros stand only
 *   after the host, the result is an ASCII URL of the same scheme, host and port. `text`: values go in as they are.
 *   `json`: values are escaped for a place between the quotes of a JSON string.
 * @throws AppError validation_failed in mode `url` when `judgeUrlTemplate` has an objection
 */
export function expand(template: string, values: MacroValues, mode: 'url' | 'text' | 'json'): string {
  if (mode === 'url') return expandUrl(template, values);
  return parse(template, false)
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const value = resolve(piece, values) ?? '';
      return mode === 'json' ? JSON.stringify(value).slice(1, -1) : value;
    })
    .join('');
}

/** @returns why this can't be the template of a URL, in the words of the form; undefined when it can. */
export function judgeUrlTemplate(template: string): string | undefined {
  const match = ORIGIN.exec(tidy(template));
  if (!match) return 'must be an address that begins with http:// or https://';
  const authority = match[1]!.slice(match[1]!.indexOf('//') + 2);
  if (/[{}]/.test(authority)) return 'may have macros only after the host';
  if (authority.includes('@')) return 'must not hold a user name or password';
  return URL.canParse(match[1]!) ? undefined : 'must be an address that begins with http:// or https://';
}

/** Names of the macros in a template, canonical, without repeats. @param depth `top` leaves out those in a fallback */
export function macroNames(template: string, depth: 'top' | 'all' = 'all'): string[] {
  const names = (pieces: Piece[]): string[] =>
    pieces.flatMap((piece) =>
      typeof piece === 'string' ? [] : [canonical(piece.name), ...(depth === 'all' ? names(piece.fallback) : [])],
    );
  return [...new Set(names(parse(template, true)))];
}

/**
 * Puts query pairs into a URL template, before its fragment. Their values may hold macros; their text is encoded as a value.
 * @param clash what becomes of a pair that has the key already: `replace` takes its place, `keep` leaves it
 */
export function withQueryPairs(
  template: string,
  added: readonly { key: string; value: string }[],
  clash: 'replace' | 'keep',
): string {
  const { origin, path, pairs, fragment } = parseUrl(template);
  const query = pairs.map((pair) => pair.map(sourceOf).join('')).filter(Boolean);
  for (const { key, value } of added) {
    const isSame = (pair: string) => keyOf(pair) === key;
    if (clash === 'keep' && query.some(isSame)) continue;
    const pair = `${encodeURIComponent(key)}=${parse(value, true).map(asValue).join('')}`;
    const at = query.findIndex(isSame);
    const others = query.filter((old) => !isSame(old));
    others.splice(at === -1 ? others.length : at, 0, pair);
    query.splice(0, query.length, ...others);
  }
  const hash = fragment ? `#${fragment.map(sourceOf).join('')}` : '';
  return `${origin}${path.map(sourceOf).join('')}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`;
}

/** The macros of a moment, UTC: `ts` in seconds, `ts_ms`, `date` (formatted by `{date:yyyy-MM-dd}`), and `rand`. */
export const momentMacros = (now: Date, rand: string) => ({
  ts: String(Math.floor(now.getTime() / 1000)),
  ts_ms: String(now.getTime()),
  date: now.toISOString(),
  rand,
});

function expandUrl(template: string, values: MacroValues): string {
  const { origin, path, pairs, fragment } = parseUrl(template);
  const query = pairs.map((pair) => expandPair(pair, values)).filter(Boolean);
  const fill = (pieces: Piece[], tame: (encoded: string) => string) =>
    pieces.map((piece) => (isMacro(piece) ? tame(encode(piece, values)) : escapeBraces(piece))).join('');
  const hash = fragment ? `#${fill(fragment, String)}` : '';
  return new URL(`${origin}${fill(path, withoutDots)}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`).href;
}

function expandPair(pair: Piece[], values: MacroValues): string {
  const filled = pair.map((piece) => (typeof piece === 'string' ? piece : encode(piece, values)));
  const isUnresolved = pair.some(isMacro) && !pair.some((piece, i) => isMacro(piece) && filled[i] !== '');
  return isUnresolved ? '' : escapeBraces(filled.join(''));
}

function encode(macro: Macro, values: MacroValues): string {
  const value = (resolve(macro, values) ?? '').toWellFormed();
  if (!modifiersOf(macro).includes('raw')) return encodeURIComponent(value);
  // raw keeps what parts a URL, but nothing that ends the query or that a browser would read as something else
  return value.replace(/%(?![0-9A-Fa-f]{2})|[^\w!$&'()*+,./:;=?@~%-]/gu, encodeURIComponent);
}

/** A value must neither climb in the path (`..`, plain or encoded) nor end it. */
const withoutDots = (encoded: string): string =>
  encoded
    .replaceAll('?', '%3F')
    .split('/')
    .map((segment) => (/^(\.|%2e)+$/i.test(segment) ? '' : segment))
    .join('/');

function resolve(macro: Macro, values: MacroValues): string | undefined {
  const name = canonical(macro.name);
  const found = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!found) {
    const text = macro.fallback.map((piece) => (isMacro(piece) ? (resolve(piece, values) ?? '') : piece)).join('');
    return text || undefined;
  }
  if (name === 'date') return formatDate(found, macro.argument || 'yyyy-MM-dd');
  if (macro.argument.includes('=')) return mapWord(found, macro.argument);
  let value = found;
  for (const modifier of modifiersOf(macro)) {
    if (modifier === 'lower') value = value.toLowerCase();
    if (modifier === 'hash') value = sha256Hex(value).slice(0, HASH_LENGTH);
  }
  return value;
}

const modifiersOf = (macro: Macro): string[] => macro.argument.toLowerCase().split(/\s*:\s*/);

/** A word that the map does not name stays as it is. */
function mapWord(word: string, map: string): string {
  for (const pair of map.trim().split(/[\s,]+/)) {
    const [from = '', to = ''] = pair.split('=', 2);
    if (from.toLowerCase() === word.toLowerCase()) return to;
  }
  return word;
}

function formatDate(iso: string, format: string): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = iso.split(/[-T:.Z]/);
  const fields: Record<string, string> = { yyyy: year, MM: month, dd: day, HH: hour, mm: minute, ss: second };
  return format.replace(/yyyy|MM|dd|HH|mm|ss/g, (field) => fields[field]!);
}

function canonical(name: string): string {
  const lower = name.toLowerCase();
  return ALIASES.get(lower) ?? lower.replace(/^sub_?id_?(\d{1,2})$/, 'sub$1');
}

const isMacro = (piece: Piece): piece is Macro => typeof piece !== 'string';
const sourceOf = (piece: Piece): string => (isMacro(piece) ? piece.source : piece);
const asValue = (piece: Piece): string => (isMacro(piece) ? piece.source : encodeURIComponent(piece.toWellFormed()));
const escapeBraces = (text: string): string => text.replaceAll('{', '%7B').replaceAll('}', '%7D');

function keyOf(pair: string): string {
  const key = pair.split('=', 1)[0]!;
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** What the URL standard drops from an address before reading it. */
const tidy = (template: string): string => template.replace(/[\t\r\n]/g, '').replace(/^[\0- ]+|[\0- ]+$/g, '');

function parseUrl(template: string): UrlTemplate {
  const objection = judgeUrlTemplate(template);
  if (objection) throw invalid('url', objection);
  const [, origin = '', rest = ''] = ORIGIN.exec(tidy(template))!;
  const url: UrlTemplate = { origin, path: [], pairs: [], fragment: undefined };
  for (const piece of parse(rest, true)) {
    const parts = isMacro(piece) ? [piece] : piece.split(/([?&#])/);
    for (const part of parts) place(url, part);
  }
  return url;
}

function place(url: UrlTemplate, part: Piece): void {
  const { path, pairs, fragment } = url;
  if (fragment) fragment.push(part);
  else if (part === '#') url.fragment = [];
  else if (part === '?' && pairs.length === 0) pairs.push([]);
  else if (part === '&' && pairs.length > 0) pairs.push([]);
  else if (part !== '') (pairs.at(-1) ?? path).push(part);
}

/** @param isUrl takes any pair of braces for a macro; in other text, braces around something else (JSON) are text */
function parse(template: string, isUrl: boolean): Piece[] {
  return parseRange({ text: template, ends: matchBraces(template), isUrl }, 0, template.length);
}

type Template = { text: string; ends: ReadonlyMap<number, number>; isUrl: boolean };

function parseRange(template: Template, from: number, to: number, depth = 0): Piece[] {
  const { text, ends, isUrl } = template;
  const pieces: Piece[] = [];
  let start = from;
  for (let at = text.indexOf('{', from); at !== -1 && at < to; at = text.indexOf('{', Math.max(start, at + 1))) {
    const end = ends.get(at);
    if (end === undefined) continue;
    const inside = MACRO.exec(text.slice(at + 1, end));
    if (!inside && !isUrl) continue;
    if (at > start) pieces.push(text.slice(start, at));
    const [, name = '', argument = '', fallback = ''] = inside ?? [];
    const nested = depth < MAX_NESTING ? parseRange(template, end - fallback.length, end, depth + 1) : [];
    pieces.push({ source: text.slice(at, end + 1), name, argument: argument.trim(), fallback: nested });
    start = end + 1;
  }
  if (start < to) pieces.push(text.slice(start, to));
  return pieces;
}

/** Where each opening brace that is closed ends. */
function matchBraces(text: string): Map<number, number> {
  const open: number[] = [];
  const ends = new Map<number, number>();
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '{') open.push(i);
    else if (text[i] === '}' && open.length > 0) ends.set(open.pop()!, i);
  }
  return ends;
}
