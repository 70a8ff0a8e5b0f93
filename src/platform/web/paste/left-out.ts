import { shortened } from '../../text/letters.ts';
import type { LeftOut, PastedPicture } from './blocks.ts';

const MAX_NAMED = 3;
const MAX_NAME = 40;

const PLACES: Record<PastedPicture['from'], [one: string, many: string]> = {
  web: ['picture from a web address', 'pictures from a web address'],
  file: ['picture from a file', 'pictures from files'],
  data: ['picture', 'pictures'],
  unknown: ['picture without its data', 'pictures without their data'],
};

const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : many}`;

function named(names: readonly string[]): string {
  const known = [...new Set(names.map((name) => name.replace(/\s+/g, ' ').trim()).filter(Boolean))];
  if (known.length === 0) return '';
  const shown = known.slice(0, MAX_NAMED).map((name) => `“${shortened(name, MAX_NAME)}”`);
  return ` (${shown.join(', ')}${known.length > MAX_NAMED ? ', …' : ''})`;
}

/** What was pasted and is not in the text: "2 pictures from a web address, 1 struck-out passage (“50 mg”)". '' when all of it is. */
export function leftOutWords(left: LeftOut): string {
  const places = Object.keys(PLACES) as PastedPicture['from'][];
  const pictures = places.map((from) => left.pictures.filter((picture) => picture.from === from));
  const parts: [number, readonly [string, string], string][] = [
    ...pictures.map((some, i): [number, [string, string], string] => [
      some.length,
      PLACES[places[i]!],
      named(some.map(({ name }) => name)),
    ]),
    [left.struck.length, ['struck-out passage', 'struck-out passages'], named(left.struck)],
    [left.comments, ['comment', 'comments'], ''],
    [left.hidden, ['hidden passage', 'hidden passages'], ''],
    [left.media, ['video, frame or drawing', 'videos, frames or drawings'], ''],
    [left.fields, ['form field', 'form fields'], ''],
    [left.links, ['link to a file', 'links to files'], ''],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun, names]) => `${counted(count, noun)}${names}`)
    .join(', ');
}
