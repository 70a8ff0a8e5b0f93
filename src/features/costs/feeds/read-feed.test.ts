import { expect, test } from 'vitest';
import { readFeed } from './read-feed.ts';

const NONE = { date: null, amount: null, campaign: null, currency: null };
const read = (text: string, columns: Partial<typeof NONE> | Record<string, string> = {}) =>
  readFeed(text, {
    columns: { ...NONE, ...columns },
    state: 'confirmed',
    source: { id: 1, name: 'Big Native', currency: 'EUR' },
  });
const linesOf = (text: string, columns = {}) => {
  const file = read(text, columns);
  return 'problems' in file
    ? file.problems.map(({ line, text: said }) => `${line}: ${said}`)
    : file.lines.map(({ line, from, to, campaign, micros, currency, state }) =>
        [line, from, to, campaign ?? '-', micros, currency, state].join(' '),
      );
};

test('rows of one day and campaign are one, a total is left out, and nothing is a day without an entry', () => {
  const text =
    'Day,Campaign,Cost\n2026-03-08,a,1.50\n2026-03-08,a,2.00\n2026-03-08,A,1.00\n2026-03-09,a,0\nTotal,,4.50\n';
  expect(linesOf(text)).toEqual([
    '2 2026-03-08 2026-03-08 a 3500000 EUR confirmed',
    '4 2026-03-08 2026-03-08 A 1000000 EUR confirmed',
  ]);
  const file = read(text);
  expect('problems' in file ? [] : [file.rows, [...file.days]]).toEqual([4, ['2026-03-08', '2026-03-09']]);
});

test('currency, state and stretches of days are those of the row; columns have the names that were typed', () => {
  expect(linesOf('date_from;date_to;amount;currency;state\n2026-03-01;2026-03-07;7,25;usd;estimated\n')).toEqual([
    '2 2026-03-01 2026-03-07 - 7250000 USD estimated',
  ]);
  const own = { date: 'Reporting starts', amount: 'Amount Spent (EUR)' };
  expect(linesOf('Reporting starts,amount spent (eur),cost\n2026-03-01,3.00,9.00\n', own)).toEqual([
    '2 2026-03-01 2026-03-01 - 3000000 EUR confirmed',
  ]);
});

test.each([
  ['another source', 'source,day,cost\nOther,2026-03-01,1.00', '2: It is of another source than Big Native.'],
  ['a link', 'day,cost,link\n2026-03-01,1.00,x', '2: Costs of a single link are not read from files.'],
  ['a day of another form', 'day,cost\n03/01/2026,1.00', '2: The day must be a day such as 2026-11-21.'],
  ['too many days', 'day,date_to,cost\n0001-01-01,9999-12-31,1.00', '2: It tells of more than 366 days.'],
  ['days in the wrong order', 'day,date_to,cost\n2026-03-02,2026-03-01,1.00', '2: The last day must not lie before'],
  ['an amount below nothing', 'day,cost\n2026-03-01,-1.00', '2: The amount must be'],
  ['no column of days', 'when,cost\n2026-03-01,1.00', '1: No column says the day. The file has: when, cost.'],
  ['amounts of two readings', 'day,cost\n2026-03-01,"1,234"', '1: The amounts can be read in two ways.'],
  [
    'two currencies for a day',
    'day,cost,currency\n2026-03-01,1.00,EUR\n2026-03-01,1.00,USD',
    '3: Its days are in line 2 too',
  ],
  [
    'days that overlap',
    'day,date_to,cost\n2026-03-01,2026-03-07,1.00\n2026-03-05,,1.00',
    '3: Its days are in line 2 too',
  ],
])('%s is refused with its line', (_what, text, said) => {
  expect(linesOf(text)[0]).toContain(said);
});

test('estimates of one day may have two currencies', () => {
  const text = 'day,cost,currency,state\n2026-03-01,1.00,EUR,estimated\n2026-03-01,1.00,USD,estimated\n';
  expect(linesOf(text)).toHaveLength(2);
});

test('a file that narrows by another parameter is refused: its money would be spread over all of the source', () => {
  expect(read('date,amount,param,value\n2026-03-01,5.00,site,kettle')).toEqual({
    problems: [{ line: 1, text: expect.stringMatching(/^A scheduled file narrows by campaign, not by "param"/) }],
  });
});
