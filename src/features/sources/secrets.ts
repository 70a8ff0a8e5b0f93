export const MASK = '***';
const PLAIN_WORD = /^[a-z_-]{0,24}$/i;
const SECRET_KEY = /key|token|secret|pass|auth|sig|hash|pwd|cred/i;
const TOKEN_LIKE = /^(?=.*\d)[\w.~-]{12,}$/;
/** What is shorter stands in every answer by chance. */
const MIN_LENGTH = 4;

/** Does a text look like a key that somebody was given? */
export const isTokenLike = (text: string): boolean => TOKEN_LIKE.test(text);

/** May a fixed value be an account's secret? Plain words are none, unless their name says that they are. */
export const saysSecret = (name: string, value: string): boolean => !PLAIN_WORD.test(value) || SECRET_KEY.test(name);

/** Pairs of a body as JSON, as a form, and as XML. */
const PAIRS = [
  /"(?<name>(?:[^"\\]|\\.){0,100})"\s*:\s*"(?<value>(?:[^"\\]|\\.)*)"/g,
  /(?:^|&)(?<name>[^=&\s"<>]{1,100})=(?<value>[^&"<>]*)/g,
  /<(?<name>[\w:.-]{1,100})>(?<value>[^<]*)(?=<)/g,
];

/** The fixed values of a body's template that may be secrets: those of its pairs, and whatever else looks like a key. Macros are none. */
export function bodySecrets(template: string): string[] {
  const values = PAIRS.flatMap((pair) =>
    [...template.matchAll(pair)].flatMap(({ groups }) => {
      const { name = '', value = '' } = groups ?? {};
      return value.includes('{') || !saysSecret(name, value) ? [] : [value.trim()];
    }),
  );
  return [...values, ...template.split(/[^\w.~-]+/).filter(isTokenLike)];
}

/** The values of headers, and what in them alone is the secret: the word after the scheme, and both parts of a Basic one. */
export const headerSecrets = (values: readonly string[]): string[] =>
  values.flatMap((value) => {
    const [scheme = '', rest] = value.trim().split(/\s+/, 2);
    if (rest === undefined) return [value];
    if (scheme.toLowerCase() !== 'basic') return [value, rest];
    const plain = fromBase64(rest);
    return [value, rest, plain, plain.slice(plain.indexOf(':') + 1)];
  });

/** Cuts secrets out of a text that somebody else wrote, such as the answer of an endpoint that repeats the request, however it encodes them. */
export function cutSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form.length >= MIN_LENGTH);
  // what holds another one goes first
  return forms.toSorted((a, b) => b.length - a.length).reduce((clean, form) => clean.replaceAll(form, MASK), text);
}

/** A secret as an answer may hold it: as it was written, what that stands for, and both as addresses, JSON, HTML and base64 write them. */
function formsOf(secret: string): string[] {
  if (secret.length < MIN_LENGTH) return [];
  const plain = [secret, fromUrl(secret), fromJson(secret)].flatMap((text) => [text, text.trim()]);
  return [...new Set(plain)].flatMap((text) => {
    const url = encodeURIComponent(text.toWellFormed());
    const form = new URLSearchParams([['', text]]).toString().slice(1);
    const json = JSON.stringify(text).slice(1, -1);
    const ascii = json.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const bytes = toBase64(text);
    return [
      text,
      ...[url, form, encodeURIComponent(url), encodeURIComponent(form)].flatMap((one) => [one, lowerCodes(one)]),
      ...[json, ascii].flatMap((one) => [one, one.replaceAll('/', '\\/')]),
      ...HTML.map((table) => text.replace(/[&<>"']/g, (sign) => table[sign]!)),
      ...[bytes, bytes.replaceAll('+', '-').replaceAll('/', '_')].map((one) => one.replace(/=+$/, '')),
    ];
  });
}

const HTML: readonly Record<string, string>[] = [
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#039;' },
  { '&': '&#38;', '<': '&#60;', '>': '&#62;', '"': '&#x22;', "'": '&#x27;' },
];

const lowerCodes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

function fromUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function fromJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  } catch {
    return text;
  }
}
