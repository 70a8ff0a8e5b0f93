import { diceOfId } from './random.ts';

type Hosts = readonly (readonly [host: string | undefined, weight: number])[];

const PUBLISHERS: Hosts = [
  ['morning-ledger.example', 34],
  ['weather-today.example', 27],
  ['kitchen-table.example', 18],
  ['sports-page.example', 12],
  [undefined, 9],
];
/** Who sends the visitors of a source on: apps tell nothing. */
const HOSTS: Record<string, Hosts> = {
  google: [
    ['www.google.com', 88],
    ['www.youtube.com', 5],
    [undefined, 7],
  ],
  facebook: [
    ['m.facebook.com', 38],
    ['l.facebook.com', 22],
    ['l.instagram.com', 19],
    [undefined, 21],
  ],
  newsletter: [
    ['mail.google.com', 24],
    ['outlook.live.com', 11],
    [undefined, 65],
  ],
};
const SEARCH: Hosts = [
  ['www.google.com', 71],
  ['www.bing.com', 8],
  ['duckduckgo.com', 6],
  ['chatgpt.com', 4],
  ['www.perplexity.ai', 2],
  [undefined, 15],
];

const CRAWLERS: readonly (readonly [name: string | undefined, weight: number])[] = [
  ['GPTBot', 14],
  ['ClaudeBot', 10],
  ['PerplexityBot', 7],
  ['ChatGPT-User', 6],
  ['meta-externalagent', 5],
  ['CCBot', 3],
  [undefined, 55],
];

/** Of which assistant a robot is, if of any. */
export const crawlerOf = (visitor: string): string | undefined =>
  diceOfId(visitor).pick(CRAWLERS, ([, weight]) => weight)[0];

/** The host that led a visitor here, the same for the same code of theirs. `source` is a utm_source; undefined: not by a link. */
export const referrerOf = (visitor: string, source: string | undefined): string | undefined =>
  diceOfId(visitor).pick(source === undefined ? SEARCH : (HOSTS[source] ?? PUBLISHERS), ([, weight]) => weight)[0];
