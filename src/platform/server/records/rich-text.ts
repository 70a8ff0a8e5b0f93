import sanitizeHtml from 'sanitize-html';
import { invalid } from '../../errors.ts';

/** The most bytes one rich text may have, as UTF-8. */
export const RICH_TEXT_MAX_BYTES = 256 * 1024;

/** How deep its elements may nest. */
export const RICH_TEXT_MAX_DEPTH = 64;

const TAGS = 'p br strong b em i u sup sub a h2 h3 ul ol li table tbody tr th td'.split(' ');

/** What the tags of a table become inside another one or outside of any: its cells stay apart as paragraphs. */
const NO_TABLE: Record<string, string> = { table: 'x-inner', tbody: 'x-inner', tr: 'x-inner', th: 'p', td: 'p' };

/** The most columns or rows that a cell may span. */
const MAX_SPAN = 100;
/** How far from 0 a list may begin. */
const MAX_START = 1_000_000;

/** Elements that go with everything in them; any other element goes and its text stays. */
const DROPPED_WHOLE = [
  'script',
  'style',
  'textarea',
  'option',
  'xmp',
  'title',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'plaintext',
  'template',
  'svg',
  'math',
];

/** Where a link may lead; a path of this site must not begin like the address of another host. */
const HREF = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i;

/** Every link may be a paid one, and no target may reach back. */
const LINK_REL = 'sponsored nofollow noopener';

/**
 * Keeps the markup that the editor can make and drops all other. Sanitising the result again changes nothing.
 * Links lead to http, https, mailto or a path of this site. What holds no text at all becomes "".
 * @param field where the reason is shown
 * @throws AppError validation_failed when the text is too large or nests too deep
 */
export function sanitizeRichText(html: string, field = 'description'): string {
  if (Buffer.byteLength(html) > RICH_TEXT_MAX_BYTES) throw invalid(field, 'must be at most 256 KB');
  // an element that goes brings others together that nest differently when read again
  const clean = keepAllowed(keepAllowed(html.toWellFormed().replaceAll('\0', ''), field), field);
  return /\S/.test(clean.replace(/<[^>]*>/g, '')) ? clean : '';
}

function keepAllowed(html: string, field: string): string {
  let depth = 0;
  let tables = 0;
  const partOfTable: sanitizeHtml.Transformer = (tagName, { colspan, rowspan }) =>
    tables === 1
      ? { tagName, attribs: { ...allowedSpan('colspan', colspan), ...allowedSpan('rowspan', rowspan) } }
      : { tagName: NO_TABLE[tagName]!, attribs: {} };
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'rel'],
      ol: ['start', 'reversed', 'type'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesAppliedToAttributes: ['href'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WHOLE,
    transformTags: {
      a: (tagName, { href }) => ({ tagName, attribs: { ...allowedHref(href), rel: LINK_REL } }),
      ol: (tagName, attribs) => ({ tagName, attribs: allowedNumbering(attribs) }),
      ...Object.fromEntries(Object.keys(NO_TABLE).map((name) => [name, partOfTable])),
    },
    onOpenTag: (name) => {
      depth += 1;
      if (name === 'table') tables += 1;
      // thrown while parsing, so that a million open tags cost no more than 65
      if (depth > RICH_TEXT_MAX_DEPTH) throw invalid(field, 'nests its elements too deep');
    },
    onCloseTag: (name) => {
      depth -= 1;
      if (name === 'table') tables -= 1;
    },
  });
}

function allowedHref(href = ''): { href?: string } {
  // browsers drop these inside an address, so "/<tab>/host" would name a host
  const address = href.trim().replace(/[\t\n\r]/g, '');
  return HREF.test(address) ? { href: address } : {};
}

const isWhole = (text: string | undefined, least: number, most: number): text is string =>
  /^-?\d{1,7}$/.test(text ?? '') && Number(text) >= least && Number(text) <= most;

const allowedSpan = (name: string, value?: string): sanitizeHtml.Attributes =>
  isWhole(value, 2, MAX_SPAN) ? { [name]: String(Number(value)) } : {};

function allowedNumbering({ start, reversed, type }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const isPlain =
    start === undefined || !isWhole(start, -MAX_START, MAX_START) || (Number(start) === 1 && reversed === undefined);
  return {
    ...(!isPlain && { start: String(Number(start)) }),
    ...(reversed !== undefined && { reversed: '' }),
    ...(/^[aAiI]$/.test(type ?? '') && { type: type! }),
  };
}
