import type { ItemPlace } from '../blocks.ts';
import { BULLETS, numberingOf } from './numbering.ts';
import type { Reading } from './reading-state.ts';

/**
 * Word writes items as paragraphs, their signs as text that is to be ignored.
 * @returns where the item stands, or its sign as text where it is the item of no list
 */
export function placeInWordList(
  { styles, counted }: Reading,
  element: Element,
  isHeading: boolean,
): { place: ItemPlace } | { sign: string } | undefined {
  const [, list = '', level = '1'] = /^(l\d+ )?level(\d+)/.exec(styles(element).get('mso-list') ?? '') ?? [];
  const said = styles(element).get('mso-list') ?? '';
  if (!/level\d/.test(said)) return undefined;
  const sign = [...element.querySelectorAll('*')].find((part) => styles(part).get('mso-list') === 'ignore');
  const text = (sign?.textContent ?? '').trim();
  const font = sign?.parentElement ? `${styles(sign.parentElement).get('font-family') ?? ''}` : '';
  const key = `${list}${/lfo\d+/.exec(said)?.[0] ?? ''} ${level}`;
  const numbering = /wingdings|symbol|courier/.test(font) ? BULLETS : numberingOf(text, counted.get(key));
  if (isHeading || !numbering) return { sign: text === '' ? '' : `${text} ` };
  counted.set(key, { type: numbering.type, number: numbering.start });
  for (const deeper of counted.keys())
    if (Number(deeper.split(' ').at(-1)) > Number(level) && deeper.startsWith(key.replace(/ \d+$/, '')))
      counted.delete(deeper);
  return { place: { level: Number(level), list: key, numbering } };
}
