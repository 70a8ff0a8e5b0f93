/** A way of mangling an address, by what happens to it: what stands for the path, what between path and parameters, what between those. */
export type Spelling = {
  name: string;
  path: (path: string) => string;
  start: string;
  between: string;
  isEncoded?: true;
};

const same = (path: string): string => path;
const inWord = (change: (word: string) => string) => (path: string) => path.replace(/^\/[^/]+/, (word) => change(word));
const beforeLast =
  (text: string) =>
  (path: string): string =>
    path.replace(/\/(?=[^/]*$)/, `/${text}`);

const ENDS: readonly string[] = [
  '/',
  '//',
  '///',
  '%20',
  '%20%20',
  '%09',
  '%0A',
  '%0D%0A',
  '%C2%A0',
  '%E2%80%8B',
  '.',
  '%2E',
  '...',
  ',',
  '%2C',
  ';',
  ':',
  '!',
  ')',
  '%29',
  ']',
  '%5D',
  '}',
  '%7D',
  '%3E',
  '"',
  '%22',
  "'",
  '%27',
  '`',
  '%60',
  '%E2%80%9D',
  '%E2%80%99',
  '%C2%BB',
  ').',
  '.)',
  '",',
  '/.',
  '/)',
  '/%20',
  '%20/',
  './',
  '%2F',
];

const PATHS: readonly [name: string, change: (path: string) => string][] = [
  ...ENDS.map((end): [string, (path: string) => string] => [`${end} at the end`, (path) => path + end]),
  ['a second slash first', (path) => `/${path}`],
  ['three slashes first', (path) => `//${path}`],
  ['a second slash inside', (path) => path.replace(/(?<=.)\//, '//')],
  ['an encoded slash inside', (path) => path.replace(/(?<=.)\//, '%2F')],
  ['a blank first', (path) => `/%20${path.slice(1)}`],
  ['capitals', inWord((word) => word.toUpperCase())],
  ['one capital', inWord((word) => `/${word[1]!.toUpperCase()}${word.slice(2)}`)],
  ['an encoded letter', inWord((word) => `/%${word.charCodeAt(1).toString(16)}${word.slice(2)}`)],
  ['a blank before the id', beforeLast('%20')],
  ['a bracket before the id', beforeLast('(')],
  ['quotes around the id', (path) => `${beforeLast('%22')(path)}%22`],
  ['capitals and a slash', (path) => `${inWord((word) => word.toUpperCase())(path)}/`],
];

const STARTS = ['&', '&amp;', '&?', '?&amp;', '??', '%3F', '%3f', '%26', '/&', '/%3F', '&amp%3B'];
const BETWEENS = ['&amp;', '&amp;amp;', '&amp%3B', '?'];

/** Every way in which the world mangles an address, one at a time and some together. */
export const SPELLINGS: readonly Spelling[] = [
  ...PATHS.map(([name, path]): Spelling => ({ name, path, start: '?', between: '&' })),
  ...STARTS.map((start): Spelling => ({ name: `${start} for the question mark`, path: same, start, between: '&' })),
  ...BETWEENS.map((between): Spelling => ({ name: `${between} between`, path: same, start: '?', between })),
  { name: '& for ?, &amp; for &', path: same, start: '&', between: '&amp;' },
  { name: '%3F for ?, ? for &', path: same, start: '%3F', between: '?' },
  { name: 'a slash, & for ?, ? for &', path: (path) => `${path}/`, start: '&', between: '?' },
  { name: 'all encoded', path: same, start: '%3F', between: '%26', isEncoded: true },
  { name: 'all encoded, & for ?', path: same, start: '%26', between: '%26', isEncoded: true },
  { name: 'all encoded after a slash', path: (path) => `${path}/`, start: '%3F', between: '%26', isEncoded: true },
];

/** An address with its parameters, mangled. */
export function mangled(spelling: Spelling, path: string, parameters: readonly [key: string, value: string][]): string {
  const sign = spelling.isEncoded ? '%3D' : '=';
  const pairs = parameters.map(([key, value]) => key + sign + value);
  return spelling.path(path) + spelling.start + pairs.join(spelling.between);
}
