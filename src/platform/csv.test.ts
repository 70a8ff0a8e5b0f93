import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvLines, inertCell, plainCell, readCsv, readTable } from './csv.ts';

const DANGER = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

test('no cell of a file begins a formula, whatever was in it', () => {
  const nasty = fc.tuple(fc.constantFrom('', "'", "''", ...DANGER), fc.string()).map(([start, rest]) => start + rest);
  fc.assert(
    fc.property(fc.array(fc.tuple(nasty, nasty), { minLength: 1, maxLength: 5 }), (rows) => {
      const cells = parse(csvLines([['a', 'b'], ...rows]), { relax_column_count: true }).flat();
      return cells.every((cell) => !DANGER.includes(cell.charAt(0)) || /^-\d+(\.\d+)?$/.test(cell));
    }),
    { numRuns: 2000 },
  );
});

test('an amount below nothing stays a number', () => {
  expect(csvLines([['-206.56', '-1', '-1+1', '--1', '-1.2.3']])).toBe("-206.56,-1,'-1+1,'--1,'-1.2.3\r\n");
});

test('what was made inert comes back as it was', () => {
  fc.assert(
    fc.property(fc.constantFrom('', "'", "'=", ...DANGER), fc.string(), (start, rest) => {
      expect(plainCell(inertCell(start + rest))).toBe(start + rest);
    }),
  );
});

test('a file that was written is read again', () => {
  const csv = csvLines([
    ['name', 'notes'],
    ['A "tea", fine', 'two\r\nlines'],
    ['=cmd()', ''],
    ['one\nbreak', 'another\rbreak'],
  ]);
  expect(readCsv(csv, 10)).toEqual({
    head: ['name', 'notes'],
    records: [
      { row: 1, cells: { name: 'A "tea", fine', notes: 'two\nlines' } },
      { row: 2, cells: { name: '=cmd()', notes: '' } },
      { row: 3, cells: { name: 'one\nbreak', notes: 'another\nbreak' } },
    ],
  });
});

test('semicolons, a byte order mark and names in any case are understood', () => {
  expect(readCsv('\uFEFFName;Slug\r\nTea;calm-tea\r\n', 10)).toEqual({
    head: ['name', 'slug'],
    records: [{ row: 1, cells: { name: 'Tea', slug: 'calm-tea' } }],
  });
});

test.each([
  ['nothing', '', /names of the columns/],
  ['a head alone', 'name,slug\n', /rows below/],
  ['too many rows', 'name\na\nb\nc\n', /more than 2 rows/],
  ['a column twice', 'name,Name\na,b\n', /"name" is there twice/],
  ['a row of another length', 'name,slug\na\n', /line 2/],
  ['an open quote', 'name\n"a\n', /[Qq]uote/],
])('%s is refused in words', (_name, text, problem) => {
  expect(readCsv(text, 2)).toEqual({ problem: expect.stringMatching(problem) });
});

test('exports of networks are read as they come: any separator, ragged rows, blank lines, with the line each row begins on', () => {
  const text = '\uFEFFid|note|sum\r\n\r\n1|"two\r\nlines"|5\r\n|  |\r\n2|a "b" c\r\n3|x|7|8\r\n';
  expect(readTable(text, { maxRows: 10, isLenient: true })).toEqual({
    head: ['id', 'note', 'sum'],
    rows: [
      { line: 3, cells: ['1', 'two\nlines', '5'] },
      { line: 6, cells: ['2', 'a "b" c', ''] },
      { line: 7, cells: ['3', 'x', '7'] },
    ],
    delimiter: '|',
  });
});
