import type { LeftOut } from '../blocks.ts';
import { isHidden, isStruck } from './marks.ts';
import type { Styles } from './styles.ts';

const MEDIA = new Set('svg canvas video audio iframe object embed'.split(' '));
/** A drawing of this size is an icon. */
const ICON = 32;

/** What is known on the way through a pasted page. */
export type Reading = {
  styles: Styles;
  /** What was not taken over. */
  left: LeftOut;
  hasTables: boolean;
  isAfterStruck: boolean;
  /** The last number of each list of Word, by list and level. */
  counted: Map<string, { type: string | undefined; number: number }>;
};

export const tagOf = (element: Element): string => element.localName.toLowerCase();

/** Whether nothing of the element is taken over, which is noted. */
export function isLeftOut(reading: Reading, element: Element): boolean {
  const tag = tagOf(element);
  const style = reading.styles(element);
  const { left } = reading;
  const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (style.get('mso-element') === 'comment-list') {
    left.comments += Math.max(1, element.querySelectorAll('[style*="mso-element:comment"]').length);
    return true;
  }
  if (/\b(MsoCommentReference|msocomanchor|katex-html)\b/.test(element.getAttribute('class') ?? '')) return true;
  if (isHidden(element, style)) {
    if (text !== '') left.hidden += 1;
    return true;
  }
  if (isStruck(tag, style)) {
    if (text === '') return true;
    if (reading.isAfterStruck) left.struck.push(`${left.struck.pop()} ${text}`);
    else left.struck.push(text);
    reading.isAfterStruck = true;
    return true;
  }
  if (MEDIA.has(tag)) {
    if (tag !== 'svg' || !isIcon(element)) left.media += 1;
    return true;
  }
  const isField =
    tag === 'select' ||
    tag === 'textarea' ||
    (tag === 'input' && !/^(checkbox|radio|hidden|submit|button)$/.test(element.getAttribute('type') ?? 'text'));
  if (isField) left.fields += 1;
  return isField;
}

const isIcon = (drawing: Element): boolean =>
  drawing.getAttribute('aria-hidden') === 'true' ||
  Number.parseFloat(drawing.getAttribute('width') ?? `${ICON}`) <= ICON;
