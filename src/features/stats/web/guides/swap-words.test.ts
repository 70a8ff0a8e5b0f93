import { expect, test } from 'vitest';
import { swapWords } from './swap-words.ts';

const dollars = (amount: string) => `$${amount}`;

test.each([
  {
    name: 'a gain',
    outcome: { change: '120.00', ci95: ['20.00', '230.00'], verdict: 'more' },
    words: ['▲ About $120.00 more', 'between $20.00 and $230.00 more'],
  },
  {
    name: 'a loss names the smaller loss first',
    outcome: { change: '-50.00', ci95: ['-90.00', '-10.00'], verdict: 'less' },
    words: ['▼ About $50.00 less', 'between $10.00 and $90.00 less'],
  },
  {
    name: 'what may go either way promises nothing',
    outcome: { change: '5.00', ci95: ['-40.00', '90.00'], verdict: 'too_few' },
    words: ['≈ Too few to say', 'anything from $40.00 less to $90.00 more'],
  },
] as const)('$name', ({ outcome, words }) => {
  const { title, detail } = swapWords<string>(outcome, dollars);
  expect([title, detail]).toEqual(words);
});
