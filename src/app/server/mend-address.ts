import type { Mend } from '../../features/links/contract.ts';

/** An address as it was meant. */
export type Mended = {
  /** Path and query. The path is put together from a word of the table and an id, so it cannot lead off the site. */
  url: string;
  /** What was wrong with it; at least one. */
  mends: readonly Mend[];
  /** A page, which is to answer 301; false for a way out or a postback, which answers at once. */
  isPage: boolean;
  /** The part of the page that was meant: `#guides`, or nothing. */
  anchor: string;
};

/** Paths that have nothing to mend, in small letters save for the keys of postbacks. */
const PLAIN =
  /^(?:\/|(?!\/(?:index\.|listicles$|offer-reviews$|pixel\/[\w-]+$))(?:\/[a-z0-9_.-]*[a-z0-9_-])+|\/(?:go|postback)\/[\w-]+|\/pixel\/[\w-]+\.gif)$/;
const PARAMETER = /^[A-Za-z_][\w.[\]%-]*=/;
/** An ampersand, as text or as HTML writes it, or an encoded question mark, where the question mark belongs. */
const STAND_IN = /(&(?:amp(?:;|%3b))*|%26(?:amp%3b)*)|%3f/i;
const HTML_AMPERSAND = /(?:^&?|&)(?:amp(?:;|%3b))+/gi;
/** What sentences, mails and chats leave around an address: blanks, points, brackets, quotes. */
const AROUND = /[\s\u200b-\u200d\u2060.,;:!'"`\u00b4()[\]{}<>\u00ab\u00bb\u2018-\u201f\u2039\u203a]/;
/** A value that is an address of its own may hold a question mark. */
const OWN_ADDRESS = /^(?:[a-z][a-z0-9+.-]*(?::|%3a)|\/|%2f|www\.)/i;
const READABLE = /^\/[\x21-\x7e]*$/;
const LONGEST = 8192;

type Place = Pick<Mended, 'isPage' | 'anchor'> & { path: string };
type Reading = (rest: readonly string[]) => Place | undefined;

const page = (path: string, anchor = ''): Place => ({ path, isPage: true, anchor });
const way = (path: string): Place => ({ path, isPage: false, anchor: '' });

/** Exactly one more segment, of this shape. */
const one =
  (shape: RegExp, place: (segment: string) => Place): Reading =>
  ([segment = '', ...more]) =>
    more.length === 0 && shape.test(segment) ? place(segment) : undefined;
const none =
  (place: Place): Reading =>
  (rest) =>
    rest.length === 0 ? place : undefined;

const WORD = /^[\w-]{1,200}$/;
const slugPage = (word: string): Reading => one(WORD, (slug) => page(`/${word}/${slug.toLowerCase()}`));
const guide = one(/^[1-9]\d{0,9}(?:-[\w-]{0,128})?$/, (id) => page(`/listicles/${id.toLowerCase()}`));
const outItem = one(/^[1-9]\d{0,9}$/, (id) => way(`/out/${id}`));
const outReview = one(WORD, (slug) => way(`/out/review/${slug.toLowerCase()}`));

const LONE_PAGES = 'about contact terms privacy search login admin robots.txt sitemap.xml feed.xml'.split(' ');

/** What may be meant by a first word and what follows it. Small and capital letters tell keys of postbacks apart, and nothing else. */
const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['go', one(WORD, (slug) => way(`/go/${slug}`))],
  ['out', (rest) => (rest[0]?.toLowerCase() === 'review' ? outReview(rest.slice(1)) : outItem(rest))],
  ['postback', one(WORD, (key) => way(`/postback/${key}`))],
  ['pixel', one(/^[\w-]{1,200}(?:\.gif)?$/i, (file) => way(`/pixel/${file.replace(/\.gif$/i, '')}.gif`))],
  ['listicles', (rest) => (rest.length === 0 ? page('/', '#guides') : guide(rest))],
  ['offer-reviews', (rest) => (rest.length === 0 ? page('/', '#reviews') : slugPage('offer-reviews')(rest))],
  ['categories', slugPage('categories')],
  ['authors', slugPage('authors')],
  ...LONE_PAGES.map((name) => [name, none(page(`/${name}`))] as const),
  ...['', 'index.html', 'index.htm', 'index.php'].map((name) => [name, none(page('/'))] as const),
]);

/** May its query hold what is mended here? Quick, because it is asked of every address. */
export const isOddQuery = (target: string): boolean =>
  target.includes('&amp') || target.includes('?', target.indexOf('?') + 1);

/**
 * What was meant by an address that ad platforms, mails, chats or hands have mangled. The mends are a closed list.
 * @param target path and query of a request, as they came
 * @returns undefined when there is nothing to mend, or nothing of ours to be seen in it
 */
export function mendAddress(target: string): Mended | undefined {
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  if (PLAIN.test(rawPath) && !isOddQuery(target)) return undefined;
  if (!READABLE.test(target) || target.length > LONGEST) return undefined;
  const mends = new Set<Mend>();
  const { path, parameters } = cutParameters(rawPath, mends);
  const place = readPath(path, mends);
  if (!place) return undefined;
  const came = mark < 0 ? '' : target.slice(mark + 1);
  const query = mendQuery([parameters, came].filter(Boolean).join('&'), mends);
  if (mends.size === 0) return undefined;
  const { isPage, anchor } = place;
  return { url: place.path + (query && `?${query}`), mends: [...mends], isPage, anchor };
}

/** Takes off a path what was meant as its parameters. */
function cutParameters(rawPath: string, mends: Set<Mend>): { path: string; parameters: string } {
  const found = STAND_IN.exec(rawPath);
  const whole = { path: rawPath, parameters: '' };
  if (!found) return whole;
  const rest = rawPath.slice(found.index + found[0].length);
  // whoever encodes the question mark may have encoded all that follows it
  const parameters = rest.includes('=') ? rest : decoded(rest)?.replace(/[^\x21-\x7e]|#/gu, encodeURIComponent);
  if (parameters === undefined || (parameters !== '' && !PARAMETER.test(parameters))) return whole;
  mends.add(found[1] === undefined ? 'encoded' : 'ampersand');
  return { path: rawPath.slice(0, found.index), parameters };
}

function readPath(rawPath: string, mends: Set<Mend>): Place | undefined {
  const text = decoded(rawPath);
  const segments = text?.split('/').slice(1) ?? [];
  if (text === undefined || segments.includes('..')) return undefined;
  const bare = segments.map(withoutAround);
  const [word = '', ...rest] = bare.filter(Boolean);
  const place = READINGS.get(word.toLowerCase())?.(rest);
  if (!place) return undefined;
  if (bare.some((segment, i) => segment !== segments[i])) mends.add('around');
  if (segments.length > 1 + rest.length) mends.add('slash');
  if (/[A-Z]/.test(word) || (place.isPage && rest.some((segment) => /[A-Z]/.test(segment)))) mends.add('case');
  if (mends.size === 0 && place.path !== rawPath) mends.add(place.path === text ? 'encoded' : 'other_name');
  return place;
}

function mendQuery(query: string, mends: Set<Mend>): string {
  const plain = query.replace(HTML_AMPERSAND, (_found, at: number) => (at === 0 ? '' : '&'));
  if (plain !== query) mends.add('html_ampersand');
  const [first = '', ...more] = plain.split('?');
  const joined = more.reduce((before, next) => {
    const isParameter = PARAMETER.test(next) && !OWN_ADDRESS.test(lastValue(before));
    return `${before}${isParameter ? before && '&' : '?'}${next}`;
  }, first);
  if (joined !== plain) mends.add('second_question_mark');
  return joined;
}

function lastValue(query: string): string {
  const pair = query.slice(query.lastIndexOf('&') + 1);
  return pair.slice(pair.indexOf('=') + 1);
}

function withoutAround(segment: string): string {
  let [from, to] = [0, segment.length];
  while (from < to && AROUND.test(segment[from]!)) from += 1;
  while (to > from && AROUND.test(segment[to - 1]!)) to -= 1;
  return segment.slice(from, to);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
