import agents from 'crawler-user-agents';
import { expect, test } from 'vitest';
import { createLog } from '../../../platform/server/log.ts';
import { readChannels } from './channel-of.ts';
import { createCrawlers } from './crawlers.ts';
import { createFacts } from './request-facts.ts';

const list = readChannels(undefined);
const crawlerOf = createCrawlers(list);
const facts = createFacts(undefined, createLog('silent'), crawlerOf);
const told = (userAgent: string) =>
  facts.factsOf({ ip: '127.0.0.1', method: 'GET', headers: { 'user-agent': userAgent } });

test.each([
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot'],
  ['claudebot', 'ClaudeBot'],
  ['Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)', 'Claude-User'],
  ['Mozilla/5.0 (compatible) Ai2Bot-Dolma (+https://www.allenai.org/crawler)', 'AI2Bot'],
  ['cohere-training-data-crawler (+crawler@cohere.ai)', 'cohere-training-data-crawler'],
])('%s is %s, and nobody who reads', (userAgent, crawler) => {
  expect(told(userAgent)).toMatchObject({ crawler, is_bot: true, bot_reason: 'bot_agent' });
});

test.each([
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'notgptbotty/1.0',
  '',
])('%j is none of them', (userAgent) => {
  expect(told(userAgent)).not.toHaveProperty('crawler');
});

/** Its tags say which robots are of assistants and models; these it takes for search engines and collectors only. */
const ALSO = [
  'Amazonbot',
  'Applebot',
  'Diffbot',
  'GoogleOther',
  'Omgili',
  'Timpibot',
  'YouBot',
  'meta-externalfetcher',
  'meta-webindexer',
  'PanguBot',
  'webzio',
  'GoogleAgent-Mariner',
];

test('in a published list that ours was not made of, no other robot is taken for a crawler of an assistant', () => {
  const seen = (agents as (Pick<(typeof agents)[number], 'pattern' | 'instances'> & { tags?: string[] })[]).flatMap(
    ({ pattern, tags = [], instances }) =>
      instances.map((userAgent) => ({
        pattern,
        userAgent,
        isAi: tags.includes('ai-crawler'),
        crawler: crawlerOf(userAgent),
      })),
  );
  expect(seen.length).toBeGreaterThan(1500);
  expect(seen.filter(({ isAi, crawler }) => !isAi && crawler !== undefined && !ALSO.includes(crawler))).toEqual([]);
  const letters = (text: string): string =>
    text
      .replaceAll(/\[(\w)\w\]/g, '$1')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '');
  // the word by which that list knows it has our name for it
  expect(
    seen.filter(({ pattern, isAi, crawler }) => isAi && crawler && !letters(pattern).includes(letters(crawler))),
  ).toEqual([]);
  const named = new Set(seen.map(({ crawler }) => crawler));
  expect(list.ai_crawlers.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});
