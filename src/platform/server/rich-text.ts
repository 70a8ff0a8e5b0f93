import sanitizeHtml from 'sanitize-html';
import { invalid } from '../errors.ts';

/** The most bytes one rich text may have, as UTF-8. */
export const RICH_TEXT_MAX_BYTES = 256 * 1024;

/** How deep its elements may nest. */
export const RICH_TEXT_MAX_DEPTH = 64;

const TAGS = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'h2', 'h3'];

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
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesAppliedToAttributes: ['href'],
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WHOLE,
    transformTags: {
      a: (tagName, { href }) => ({ tagName, attribs: { ...allowedHref(href), rel: LINK_REL } }),
    },
    onOpenTag: () => {
      depth += 1;
      // thrown while parsing, so that a million open tags cost no more than 65
      if (depth > RICH_TEXT_MAX_DEPTH) throw invalid(field, 'nests its elements too deep');
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}

function allowedHref(href = ''): { href?: string } {
  // browsers drop these inside an address, so "/<tab>/host" would name a host
  const address = href.trim().replace(/[\t\n\r]/g, '');
  return HREF.test(address) ? { href: address } : {};
}
