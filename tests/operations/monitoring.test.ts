import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What docs/operations/monitoring.md tells, beside what the program tells. Seen red: a check without its line. */

const ROOT = join(import.meta.dirname, '../..');
const CHECKS = join(ROOT, 'src/features/health/server');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const document = read('docs/operations/monitoring.md');

/** The names in backticks or plain that begin the lines of a table under a heading. */
function firstCells(heading: string): string[] {
  const part = document.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const lines = part.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).flatMap((line) => line.split('|')[1]!.match(/\w+(?:\{[\w,]+\})?/g)!);
}

test('each check of Server Health has its line, and each line its check', () => {
  const sources = readdirSync(CHECKS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /check[^/]*\.ts$/.test(name) && !/test/.test(name))
    .map((name) => readFileSync(join(CHECKS, name), 'utf8'));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/(?:judged\(\s*|noted\(\s*|\bkey: |\bKEY = )'(\w+)'/g)].map(([, key]) => key!),
  );
  const shipped = ['postgres', 'event_store', 'outbox'].map((store) => `shipping_${store}`);
  expect(firstCells('Checks').toSorted()).toEqual([...new Set([...named, ...shipped])].toSorted());
});

test('each alert has its line, and each line its alert', () => {
  const rules = read('deploy/prometheus-rules.yml');
  expect(firstCells('Alerts of Prometheus')).toEqual([...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name));
});
