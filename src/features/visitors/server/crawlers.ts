import type { ChannelList } from './channel-of.ts';

/** The name of the AI crawler that a user agent is of; undefined: of none that is listed. */
export type CrawlerOf = (userAgent: string) => string | undefined;

/** The longest name first, as one may be within another. */
export function createCrawlers({ ai_crawlers }: Pick<ChannelList, 'ai_crawlers'>): CrawlerOf {
  const byWord = new Map(ai_crawlers.map(({ name }) => [name.toLowerCase(), name]));
  const words = [...byWord.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('.', String.raw`\.`));
  const known = new RegExp(`(?<![a-z0-9])(?:${words.join('|')})(?![a-z0-9])`, 'i');
  return (userAgent) => {
    const word = known.exec(userAgent)?.[0];
    return word && byWord.get(word.toLowerCase());
  };
}
