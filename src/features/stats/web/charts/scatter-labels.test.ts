import { expect, test } from 'vitest';
import { placedLabels } from './scatter-labels.ts';

const AREA = { left: 60, top: 20, width: 400, height: 200 };
const point = (id: number, left: number, top: number, name = `Offer ${id}`) => ({ id, name, left, top });

test('a name stands beside its point, on the other side at the edge, above it on the axis', () => {
  const labels = placedLabels([point(1, 100, 100), point(2, 455, 60), point(3, 250, 220), point(4, 62, 220)], AREA);
  expect(labels.get(1)).toMatchObject({ x: 110, anchor: 'start', text: 'Offer 1' });
  expect(labels.get(2)).toMatchObject({ x: 445, anchor: 'end' });
  expect(labels.get(3)).toMatchObject({ x: 250, y: 208, anchor: 'middle' });
  expect(labels.get(4)).toMatchObject({ x: 62, y: 208, anchor: 'start' });
});

test('no name covers another one or a point; a crowd keeps the names of the first', () => {
  const crowd = Array.from({ length: 8 }, (_, i) => point(i, 200 + i * 3, 100 + i * 3));
  const labels = placedLabels(crowd, AREA);
  expect(labels.has(0)).toBe(true);
  expect(labels.size).toBeLessThan(4);
  expect(placedLabels([point(1, 100, 100, 'x'.repeat(90))], AREA).get(1)!.text).toHaveLength(24);
  expect(placedLabels([], AREA).size).toBe(0);
});
