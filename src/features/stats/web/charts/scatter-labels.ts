import { shortened } from '../../../../platform/text/letters.ts';

type Placed = { id: number; name: string; left: number; top: number };
type Area = { left: number; top: number; width: number; height: number };
export type Label = { x: number; y: number; anchor: 'start' | 'end' | 'middle'; text: string };

/** What a letter takes at the size of the labels, and a line of them. */
const LETTER_PX = 6.6;
const LINE_PX = 15;
const GAP_PX = 10;
const MAX_LETTERS = 24;

type Box = { left: number; right: number; top: number; bottom: number };
const touch = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Names beside points of a chart, where there is room: inside the area, on no other point and on no name that was placed before. The points
 * given first go first.
 * @returns by id; who has no room has no name
 */
export function placedLabels(points: readonly Placed[], area: Area): Map<number, Label> {
  const taken: Box[] = points.map(({ left, top }) => ({
    left: left - 7,
    right: left + 7,
    top: top - 7,
    bottom: top + 7,
  }));
  const labels = new Map<number, Label>();
  for (const { id, name, left, top } of points) {
    const text = shortened(name, MAX_LETTERS);
    const width = text.length * LETTER_PX;
    const beside = { top: top - LINE_PX / 2, bottom: top + LINE_PX / 2, y: top + 4 };
    const above = { top: top - 8 - LINE_PX, bottom: top - 8, y: top - 12 };
    const tries = [
      { anchor: 'start', x: left + GAP_PX, from: left + GAP_PX, ...beside },
      { anchor: 'end', x: left - GAP_PX, from: left - GAP_PX - width, ...beside },
      { anchor: 'middle', x: left, from: left - width / 2, ...above },
      { anchor: 'start', x: left, from: left, ...above },
    ] as const;
    for (const { anchor, x, y, from, ...line } of tries) {
      const box = { left: from, right: from + width, top: line.top, bottom: line.bottom };
      const isInside =
        box.left >= area.left &&
        box.right <= area.left + area.width &&
        box.top >= area.top &&
        box.bottom <= area.top + area.height;
      if (!isInside || taken.some((other) => touch(box, other))) continue;
      taken.push(box);
      labels.set(id, { x, y, anchor, text });
      break;
    }
  }
  return labels;
}
