import { excerpt } from '../../labels.ts';
import type { TextPart } from '../../props.ts';

const TAG = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g;
const MAX_TITLE = 200;

/**
 * Cuts a cleaned text at its second-level headings, so that a page can place the parts and list them. Headings inside lists and
 * those without words cut nothing.
 */
export function cutAtHeadings(html: string | null): { intro: string | null; parts: TextPart[] } {
  const text = html ?? '';
  const headings: { from: number; bodyFrom: number; title: string }[] = [];
  let depth = 0;
  let opened = -1;
  for (const { 0: tag, 1: slash, 2: name, index } of text.matchAll(TAG)) {
    if (name === 'br') continue;
    if (slash === '') {
      if (depth === 0 && name === 'h2') opened = index;
      depth += 1;
      continue;
    }
    depth -= 1;
    if (depth > 0 || opened < 0) continue;
    const title = excerpt(text.slice(opened, index), MAX_TITLE);
    if (title) headings.push({ from: opened, bodyFrom: index + tag.length, title });
    opened = -1;
  }
  const parts = headings.map(({ bodyFrom, title }, i) => ({
    id: `text-${i + 1}`,
    title,
    html: text.slice(bodyFrom, headings[i + 1]?.from).trim(),
  }));
  return { intro: text.slice(0, headings[0]?.from).trim() || null, parts };
}
