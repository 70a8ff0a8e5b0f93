import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMicros } from '../../platform/money.ts';
import { letterOf, reconcile, type OurRow, type Reconciled } from './reconcile.ts';
import { guessDecimal, readMoney } from '../../platform/written-amounts.ts';
import { guessColumns, readFile, type ReadFile } from './statement-file.ts';

const NOW = new Date('2026-04-02T00:00:00Z');
const DIALECT = { param_aliases: {}, status_map: {}, default_status: 'approved' as const, payout_currency: 'USD' };
const LETTER = { network: 'Good Network', manager: 'Ann', brand: 'Guides', from: '2026-03-01', to: '2026-03-31' };

const ERRORS = ['none', 'none', 'none', 'missing', 'different', 'status', 'reversed', 'repeated', 'unknown'] as const;
const planted = fc.record({
  error: fc.constantFrom(...ERRORS),
  /** Hundredths: what a statement shows. */
  cents: fc.integer({ min: 1, max: 5_000_000 }),
  currency: fc.constantFrom('USD', 'EUR', 'SEK'),
  status: fc.constantFrom('approved', 'pending'),
  hasTxid: fc.boolean(),
  day: fc.integer({ min: 1, max: 28 }),
  isReversedByRow: fc.boolean(),
});
const look = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  decimal: fc.constantFrom('.', ','),
  isGrouped: fc.boolean(),
  names: fc.constantFrom(
    ['Order ID', 'SubID', 'Commission', 'Currency', 'Status', 'Date'],
    ['transaction_id', 'click_id', 'payout', 'currency', 'conversion_status', 'conversion_time'],
    ['Action Id', 'sub1', 'Earnings', 'CUR', 'State', 'Event Date'],
  ),
  hasBom: fc.boolean(),
});

const written = (cents: number, decimal: string, isGrouped: boolean): string => {
  const sign = cents < 0 ? '-' : '';
  const whole = String(Math.trunc(Math.abs(cents) / 100));
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, decimal === '.' ? ',' : '.') : whole;
  return `${sign}${grouped}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

test('every planted error of a statement is found, and none is invented', () => {
  let errors = 0;
  fc.assert(
    fc.property(
      fc.array(planted, { minLength: 1, maxLength: 40 }),
      look,
      (rows, { delimiter, decimal, isGrouped, names, hasBom }) => {
        const ours: OurRow[] = [];
        const lines: (readonly string[])[] = [names];
        const expected: string[] = [];
        const missing: Record<string, bigint> = {};
        rows.forEach((row, i) => {
          const click = `click${String(i).padStart(19, '0')}`;
          const txid = row.hasTxid ? `T-${i}` : null;
          const at = `2026-03-${String(row.day).padStart(2, '0')}`;
          const line = (cents: number, status: string) => [
            txid ?? '',
            click,
            written(cents, decimal, isGrouped),
            row.currency,
            status,
            at,
          ];
          if (row.error !== 'unknown')
            ours.push({
              id: BigInt(i + 1),
              version: 1,
              txid,
              clickKey: click,
              clickId: click,
              status: row.status as 'approved',
              micros: BigInt(row.cents) * 10_000n,
              currency: row.currency,
              at: `${at}T10:00:00.000Z`,
              isExpected: true,
            });
          switch (row.error) {
            case 'missing':
              missing[row.currency] = (missing[row.currency] ?? 0n) + BigInt(row.cents) * 10_000n;
              break;
            case 'different':
              lines.push(line(row.cents + 7, row.status));
              break;
            case 'status':
              lines.push(line(row.cents, row.status === 'approved' ? 'pending' : 'approved'));
              break;
            case 'reversed':
              if (row.isReversedByRow) lines.push(line(row.cents, row.status), line(-row.cents, row.status));
              else lines.push(line(row.cents, 'refunded'));
              break;
            case 'repeated':
              lines.push(line(row.cents, row.status), line(row.cents, row.status));
              break;
            default:
              lines.push(line(row.cents, row.status));
          }
          const kind = row.error === 'status' ? 'different' : row.error;
          if (kind !== 'none') expected.push(`${kind} ${click}`);
        });
        if (lines.length === 1) return;
        errors += expected.length;
        const text =
          (hasBom ? '\uFEFF' : '') +
          lines.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n');
        const file = readFile(text, DIALECT, NOW, { decimal: 'auto' }) as ReadFile;
        expect(file.understood.problems).toEqual([]);
        const result = reconcile(ours, file.rows);
        const found = result.findings
          .filter((one) => one.kind !== 'matched')
          .map((one) => `${one.kind} ${one.click_id}`);
        expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual(expected.toSorted((a, b) => a.localeCompare(b)));
        expect(Object.fromEntries(result.missing)).toEqual(missing);
        const letter = letterOf(result, LETTER);
        for (const one of result.findings) if (one.kind === 'missing') expect(letter).toContain(one.click_id);
      },
    ),
    { numRuns: Number(process.env['STATEMENTS'] ?? 300) },
  );
  expect(errors).toBeGreaterThan(100);
});

test.each([
  [['1.50', '12'], '.'],
  [['1,50', '12'], ','],
  [['1,234.50'], '.'],
  [['1.234,50', '3'], ','],
  [['1,234', '2.5'], '.'],
  [['1,234', '5'], undefined],
  [['1.5', '1,5'], undefined],
  [['7', '', '12'], '.'],
])('the decimals of %j stand behind %j', (amounts, mark) => {
  expect(guessDecimal(amounts)).toBe(mark);
});

test.each([
  ['$1,234.50', '.', '1234.50'],
  ['12,5 €', ',', '12.50'],
  ['(12.00)', '.', '-12.00'],
  ['USD 0.000001', '.', '0.000001'],
  ['1 234,50', ',', '1234.50'],
  ['12,34', '.', '12.34'],
  ['1,234', '.', '1234.00'],
  ['1,234', ',', '1.234'],
  ['12.50', ',', undefined],
  ['1.2.3', '.', undefined],
  ['twelve', '.', undefined],
  ['1e5', '.', undefined],
] as const)('%j with decimals behind %j is %j', (text, decimal, amount) => {
  const micros = readMoney(text, { decimal, isSaid: true });
  expect(micros === undefined ? undefined : formatMicros(micros)).toBe(amount);
});

test('columns are guessed from the names that networks give them, and a file that cannot be understood says why', () => {
  expect(guessColumns(['Date', 'Order ID', 'Affiliate', 'SubID', 'Commission (USD)', 'Status'])).toEqual({
    click_id: 3,
    txid: 1,
    payout: 4,
    currency: null,
    status: 5,
    event: null,
    time: 0,
  });
  const problem = (csv: string) => (readFile(csv, DIALECT, NOW, { decimal: 'auto' }) as { problem: string }).problem;
  expect(problem('')).toMatch(/names of the columns/);
  expect(problem('a,b')).toMatch(/rows below/);
  expect(problem('name,age\nx,3')).toMatch(/No column holds a click id/);
  expect(problem('txid,payout\nA,"1,234"')).toMatch(/two ways/);
  const { understood } = readFile(
    'txid,payout,status,date\nA,x,approved,2026-03-01\nB,1.5,nonsense,2026-03-01\nC,2.5,paid,03/04/2026\n,4.5,paid,2026-03-01',
    DIALECT,
    NOW,
    { decimal: 'auto' },
  ) as ReadFile;
  expect(understood.problems.map((one) => one.line)).toEqual([2, 3, 4, 5]);
});

test('a refund above its sale, a click without a transaction, and what lies outside of the days', () => {
  const our = (given: Partial<OurRow>): OurRow => ({
    id: 1n,
    version: 1,
    txid: null,
    clickKey: 'a',
    clickId: 'a',
    status: 'approved',
    micros: 5_000_000n,
    currency: 'USD',
    at: '2026-03-01T00:00:00.000Z',
    isExpected: true,
    ...given,
  });
  const of = (ours: OurRow[], csv: string): Reconciled =>
    reconcile(ours, (readFile(csv, DIALECT, NOW, { decimal: '.' }) as ReadFile).rows);
  const kinds = (result: Reconciled) => result.findings.map((one) => one.kind);
  const taken = of([our({ txid: 'A' })], 'txid,payout\nA,-5.00\nA,5.00');
  expect(kinds(taken)).toEqual(['reversed']);
  expect(Object.fromEntries(taken.reversed)).toEqual({ USD: 5_000_000n });
  expect(kinds(of([our({ txid: 'A', status: 'reversed' })], 'txid,payout\nA,5.00\nA,-5.00'))).toEqual(['matched']);
  expect(kinds(of([our({}), our({ id: 2n })], 'click_id,payout\na,5.00'))).toContain('unknown');
  expect(kinds(of([our({ isExpected: false })], 'txid,payout\nZ,5.00'))).toEqual(['unknown']);
});

test('an amount that says two things is refused until somebody says what its comma means; a comma alone never is', () => {
  const csv = 'txid,payout,date\nA,"1,234",2026-03-01\nB,12.50,2026-03-01\nC,"0,25",2026-03-01';
  const read = (decimal: 'auto' | '.') => readFile(csv, DIALECT, NOW, { decimal }) as ReadFile;
  expect(readFile(csv, DIALECT, NOW, { decimal: 'auto' })).toHaveProperty('problem');
  const said = read('.');
  expect(said.rows.map((row) => row.said.payoutMicros)).toEqual([1_234_000_000n, 12_500_000n, 250_000n]);
  const guessed = readFile(csv.replace('C,"0,25",2026-03-01', ''), DIALECT, NOW, { decimal: 'auto' }) as ReadFile;
  expect(guessed.rows.map((row) => row.said.payoutMicros)).toEqual([12_500_000n]);
  expect(guessed.understood.problems).toEqual([{ line: 2, text: expect.stringContaining('can be read in two ways') }]);
});

test('a date whose first number can be no month begins with the day', () => {
  const { rows } = readFile('txid,payout,date\nA,1.00,13/03/2026\nB,1.00,03/13/2026', DIALECT, NOW, {
    decimal: '.',
  }) as ReadFile;
  expect(rows.map((row) => row.said.at?.slice(0, 10))).toEqual(['2026-03-13', '2026-03-13']);
});

test('a file that names what is no currency says so in its row', () => {
  const { understood } = readFile('txid,payout,currency\nA,1.00,ABC\nB,1.00,USD', DIALECT, NOW, {
    decimal: 'auto',
  }) as ReadFile;
  expect(understood.problems).toEqual([{ line: 2, text: 'names a currency that is none' }]);
});
