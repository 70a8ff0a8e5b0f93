/** Currencies by the decimals that they are shown with. */
export const CURRENCIES = { USD: 2, EUR: 2, GBP: 2, SEK: 2, JPY: 0, KRW: 0, KWD: 3, BHD: 3 } as const;
export type Currency = keyof typeof CURRENCIES;
export const FOREIGN = (Object.keys(CURRENCIES) as Currency[]).filter((one) => one !== 'USD');

type Status = 'pending' | 'approved' | 'rejected' | 'reversed';
type Word = { status: string; amount?: 'a' | 'b' | '-a' };
type History = { words: readonly Word[]; end: Status; amount: 'a' | 'b'; click: 'before' | 'later' | 'never' };

const say = (status: string, amount?: Word['amount']): Word => ({ status, ...(amount && { amount }) });

/** What networks say of a conversion, and what must be in the books then. Written down by hand: it knows nothing of the rules. */
const HISTORIES: readonly History[] = [
  { words: [say('approved', 'a')], end: 'approved', amount: 'a', click: 'before' },
  { words: [say('pending', 'a'), say('approved', 'b')], end: 'approved', amount: 'b', click: 'before' },
  { words: [say('pending', 'a')], end: 'pending', amount: 'a', click: 'before' },
  { words: [say('pending', 'a'), say('rejected')], end: 'rejected', amount: 'a', click: 'before' },
  { words: [say('approved', 'a'), say('refund', '-a')], end: 'reversed', amount: 'a', click: 'before' },
  {
    words: [say('pending', 'a'), say('approved', 'b'), say('chargeback')],
    end: 'reversed',
    amount: 'b',
    click: 'before',
  },
  { words: [say('approved', 'a'), say('approved', 'a')], end: 'approved', amount: 'a', click: 'before' },
  // another amount for the same: a conflict, and the first stays
  { words: [say('approved', 'a'), say('approved', 'b')], end: 'approved', amount: 'a', click: 'before' },
  { words: [say('pending', 'a'), say('approved', 'b')], end: 'approved', amount: 'b', click: 'later' },
  { words: [say('approved', 'a')], end: 'approved', amount: 'a', click: 'never' },
];

const DAY_MS = 86_400_000;
/** So many days back conversions lie. */
export const DAYS = 60;

export type Scripted = {
  currency: Currency;
  click: History['click'];
  clickAt: string;
  /** The parameters of each message but the click's id. */
  messages: Record<string, string>[];
  /** What it adds to the books in the end. */
  end: Status;
  micros: bigint;
};

/** An amount with all decimals of its currency, and its micros. */
function drawAmount(random: () => number, currency: Currency): { text: string; micros: bigint } {
  const decimals = CURRENCIES[currency];
  const most = decimals === 0 ? 10_000_000 : 100_000_000;
  const units = 1 + Math.floor(random() * most);
  const digits = String(units).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return { text, micros: BigInt(units) * 10n ** BigInt(6 - decimals) };
}

export function drawScript(random: () => number, number: number, nowMs: number): Scripted {
  const history = HISTORIES[Math.floor(random() * HISTORIES.length)]!;
  const currency = (Object.keys(CURRENCIES) as Currency[])[number % 8]!;
  const amounts = { a: drawAmount(random, currency), b: drawAmount(random, currency) };
  const atMs = nowMs - Math.floor((2 + random() * (DAYS - 4)) * DAY_MS);
  return {
    currency,
    click: history.click,
    clickAt: new Date(atMs - DAY_MS).toISOString(),
    messages: history.words.map(({ status, amount }, n) => ({
      txid: `T${number}`,
      status,
      currency,
      ts: new Date(atMs + n * 60_000).toISOString(),
      ...(amount && { payout: amount === '-a' ? `-${amounts.a.text}` : amounts[amount].text }),
    })),
    end: history.end,
    micros: amounts[history.amount].micros,
  };
}

/** Rates of each day until `lastMs`, in the form of the European Central Bank; they wander, and none divides evenly. */
export function ratesUntil(lastMs: number, firstMs: number, random: () => number): string {
  const MIDDLE = { USD: 1.0873, GBP: 0.8431, SEK: 11.2917, JPY: 163.37, KRW: 1473.19, KWD: 0.33471, BHD: 0.41013 };
  const names = Object.keys(MIDDLE) as (keyof typeof MIDDLE)[];
  const lines = [`Date,${names.join(',')}`];
  for (let at = firstMs; at <= lastMs; at += DAY_MS) {
    const rates = names.map((name) => (MIDDLE[name] * (0.95 + random() / 10)).toFixed(5));
    lines.push([new Date(at).toISOString().slice(0, 10), ...rates].join(','));
  }
  return lines.join('\n');
}
