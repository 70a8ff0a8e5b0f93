import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What a screen asks for may fail, and then somebody must be told. A query counts as read when the file takes its error out, hands the
 * query to a part that shows it (`query={...}`), or lists it among others (`[one, two]`, as FailedParts and ErrorState want it).
 */
const SRC = join(import.meta.dirname, '../src');
const ASKED = /(?:const (\{[^}]*\}|\w+) = |(\w+): )?use(?:Queries|Query|InfiniteQuery|SuspenseQuery)\(/g;

const isRead = (text: string, name: string): boolean =>
  [
    `\\b${name}\\.error\\b`,
    `\\berror\\b[^}]*\\} = ${name};`,
    `query=\\{(\\{ \\.\\.\\.)?${name}\\b`,
    `\\[[^\\]]*\\b${name}\\b[^\\]]*\\]`,
  ].some((pattern) => new RegExp(pattern).test(text));

/** @returns the queries of a file whose error nobody reads, as they stand there */
function unread(text: string): string[] {
  return [...text.matchAll(ASKED)]
    .filter(([, left, property]) => {
      if (left?.startsWith('{')) return !/\berror\b/.test(left);
      return left ? !isRead(text, left) : !(property && /\.error\b/.test(text));
    })
    .map(([all]) => all);
}

test('no query of the back office fails without a word', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
  );
  const silent = files.flatMap((path) => unread(readFileSync(join(SRC, path), 'utf8')).map((one) => `${path}: ${one}`));
  expect(silent).toEqual([]);
});

test.each([
  ['const { data: all = [] } = useQuery(list());', 1],
  ['const all = useQuery(list()); return all.data;', 1],
  ['return useQuery(list()).data;', 1],
  ['const { data, error } = useQuery(list());', 0],
  ['const all = useQuery(list()); return <FailedParts queries={[all, others]} />;', 0],
  ['const all = useQuery(list()); return <DataTable query={all} />;', 0],
])('of `%s` it finds %i', (text, count) => {
  expect(unread(text)).toHaveLength(count);
});
