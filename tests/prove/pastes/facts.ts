import { lowered, raised } from '../../../src/platform/text/html-text.ts';

/** A piece of a line: what stands high or low, and what was crossed out, are facts as well. */
export type Run = { text: string; as?: 'sup' | 'sub' | 'bold' | 'struck' };

export type Cell = { text: string; colspan?: number; rowspan?: number };

export type Part =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
  | { kind: 'line'; runs: Run[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: { text: string; inner: string[] }[] }
  | { kind: 'table'; rows: Cell[][]; lines: string[] }
  | { kind: 'picture'; from: 'web' | 'file' | 'data'; name: string };

export type Facts = { parts: Part[] };

const NAMES = [
  'Magnesium',
  'Vitamin D',
  'Melatonin',
  'Zinc',
  'Omega-3',
  'Caffeine',
  'Iron',
  'Folate',
  'Selenium',
  'Iodine',
];
const UNITS = ['mg', 'µg', 'IU', 'mL', 'g/day', 'kcal', '°C', '%', 'mmol/L', 'CFU'];
const SIGNS = ['≤ ', '≥ ', '± ', '< ', '> ', '≈ ', '− ', '½ × ', '~', ''];

/** The facts of one document; the same number gives the same. */
export function factsOf(seed: number): Facts {
  let state = seed * 2654435761 + 1;
  const dice = (sides: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  const pick = <T>(some: readonly T[]): T => some[dice(some.length)]!;
  const number = (): string =>
    pick([`${dice(999) + 1}`, `${dice(99)}.${dice(9) + 1}`, `${dice(9) + 1},${100 + dice(899)}`, `0.${dice(89) + 10}`]);
  const amount = (): string => `${pick(SIGNS)}${number()} ${pick(UNITS)}`;
  const fact = (): string => `${pick(NAMES)} ${amount()}`;
  const start = pick([1, 1, 3, 7]);
  const width = 3 + dice(2);
  const cells = (head: string): Cell[] => [
    { text: head },
    ...Array.from({ length: width - 1 }, () => ({ text: amount() })),
  ];
  const first = cells(pick(NAMES));
  const [joined, below] = [amount(), amount()];
  const spanned: Cell[][] = [
    [{ text: 'Adults “a”', rowspan: 3 }, ...cells('x').slice(1)],
    [{ text: joined, colspan: 2 }, ...cells('x').slice(3)],
    [{ text: below }, ...cells('x').slice(2)],
  ];
  const rows = dice(2) === 0 ? [first, cells(pick(NAMES)), cells(pick(NAMES))] : [first, ...spanned];
  const line = (row: Cell[]): string => row.map(({ text }) => text).join(' | ');
  const struck = fact();
  return {
    parts: [
      { kind: 'heading', level: pick([1, 2, 3, 4] as const), text: `${fact()} & more` },
      {
        kind: 'line',
        runs: [
          { text: `${fact()}, 10` },
          { text: `${dice(8) + 2}`, as: 'sup' },
          { text: ' CFU, B' },
          { text: '12', as: 'sub' },
          { text: ' and ' },
          { text: amount(), as: 'bold' },
          { text: '.' },
        ],
      },
      {
        kind: 'line',
        runs: [{ text: `Now ${number()} ` }, { text: struck, as: 'struck' }, { text: ` instead: ${amount()}` }],
      },
      {
        kind: 'list',
        isOrdered: true,
        start,
        items: [
          { text: fact(), inner: [] },
          { text: fact(), inner: [fact(), fact()] },
          { text: fact(), inner: [] },
        ],
      },
      { kind: 'line', runs: [{ text: fact() }] },
      {
        kind: 'list',
        isOrdered: false,
        start: 1,
        items: [
          { text: fact(), inner: [fact()] },
          { text: fact(), inner: [] },
        ],
      },
      { kind: 'table', rows, lines: rows.map(line) },
      { kind: 'picture', from: pick(['web', 'file', 'data'] as const), name: `Chart ${seed}` },
      { kind: 'line', runs: [{ text: `m` }, { text: '2', as: 'sup' }, { text: ` end ${fact()}` }] },
    ],
  };
}

const said = ({ text, as }: Run): string =>
  as === 'sup' ? raised(text) : as === 'sub' ? lowered(text) : as === 'struck' ? '' : text;

/** The lines that a text with these facts says, as readers see them. @param hasMarks false for a clipboard of plain text */
export function linesOf({ parts }: Facts, hasMarks: boolean): string[] {
  return parts.flatMap((part): string[] => {
    switch (part.kind) {
      case 'heading':
        return [part.text];
      case 'line':
        return [
          part.runs
            .map((run) => (hasMarks || !run.as ? said(run) : run.as === 'struck' ? '' : said(run)))
            .join('')
            .replace(/\s+/g, ' ')
            .trim(),
        ];
      case 'list':
        return part.items.flatMap(({ text, inner }, i) => [
          `${part.isOrdered ? `${part.start + i}. ` : '• '}${text}`,
          ...inner.map((one) => `• ${one}`),
        ]);
      case 'table':
        return part.lines;
      case 'picture':
        return [];
    }
  });
}

/** What must be named as left out. */
export const leftOutOf = ({ parts }: Facts): string[] =>
  parts.flatMap((part): string[] =>
    part.kind === 'picture'
      ? [part.name]
      : part.kind === 'line'
        ? part.runs.filter(({ as }) => as === 'struck').map(({ text }) => text.slice(0, 40))
        : [],
  );
