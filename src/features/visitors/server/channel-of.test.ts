import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Channel } from '../../events/channels.ts';
import corpus from './channels.corpus.json' with { type: 'json' };
import { createChannels, readChannels, type Came } from './channel-of.ts';

const channelOf = createChannels(readChannels(undefined));

test.each<[Came, Channel]>([
  [{}, 'direct'],
  [{ sourceType: 'native', referrerHost: 'www.google.com' }, 'paid'],
  [{ sourceType: 'email' }, 'email'],
  [{ sourceType: 'organic', referrerHost: 'www.google.co.uk' }, 'organic_search'],
  [{ referrerHost: 'google.de' }, 'organic_search'],
  [{ referrerHost: 'mail.google.com' }, 'email'],
  [{ referrerHost: 'gemini.google.com' }, 'ai_assistant'],
  [{ referrerHost: 'docs.google.com' }, 'referral'],
  [{ referrerHost: 'google.example.org' }, 'referral'],
  [{ referrerHost: 'notgoogle.com' }, 'referral'],
  [{ referrerHost: 'com.google.android.googlequicksearchbox' }, 'organic_search'],
  [{ referrerHost: 'com.google.android.gm' }, 'email'],
  [{ referrerHost: 'r.search.yahoo.com' }, 'organic_search'],
  [{ referrerHost: 'L.Facebook.com.' }, 'social'],
  [{ referrerHost: 'de.pinterest.com' }, 'social'],
  [{ referrerHost: 'pinterest.co.uk' }, 'social'],
  [{ referrerHost: 'chatgpt.com' }, 'ai_assistant'],
  [{ referrerHost: 'www.perplexity.ai' }, 'ai_assistant'],
  [{ utm: { utm_source: 'chatgpt.com' } }, 'ai_assistant'],
  [{ utm: { utm_source: 'Perplexity' } }, 'ai_assistant'],
  [{ utm: { utm_medium: 'CPC', utm_source: 'google' } }, 'paid'],
  [{ utm: { utm_medium: 'paid_social' } }, 'paid'],
  [{ utm: { utm_medium: 'newsletter' }, referrerHost: 'www.google.com' }, 'email'],
  [{ utm: { utm_medium: 'social-media' } }, 'social'],
  [{ utm: { utm_medium: 'Organic social' } }, 'social'],
  [{ utm: { utm_medium: 'E-Mail' } }, 'email'],
  [{ utm: { utm_source: 'news', utm_medium: 'qr' } }, 'other'],
  [{ adIds: { gclid: 'x' }, referrerHost: 'www.google.com' }, 'paid'],
  // on links that nobody paid for, too
  [{ adIds: { fbclid: 'x' }, referrerHost: 'm.facebook.com' }, 'social'],
  [{ referrerHost: 'guides.example', ownHost: 'guides.example' }, 'internal'],
  [{ referrerHost: 'blog.example' }, 'referral'],
  [{ referrerHost: 'localhost' }, 'referral'],
])('%j comes by %s', (came, channel) => {
  expect(channelOf(came)).toBe(channel);
});

test('the second page of a reader is internal behind a proxy that asks for another host, too', () => {
  const behind = createChannels(readChannels(undefined), 'https://Guides.example:8443/');
  expect(behind({ referrerHost: 'guides.example', ownHost: '127.0.0.1' })).toBe('internal');
  expect(behind({ referrerHost: 'blog.example', ownHost: '127.0.0.1' })).toBe('referral');
});

test('hosts of a published list, which ours was not made of, come by no other channel than it says', () => {
  const { source: _source, ...lists } = corpus;
  const told = Object.entries(lists).flatMap(([channel, hosts]) =>
    hosts.split(' ').map((host) => ({ host, channel, said: channelOf({ referrerHost: host }) })),
  );
  expect(told.length).toBeGreaterThan(400);
  // what is not listed here is another site
  expect(told.filter(({ channel, said }) => said !== channel && said !== 'referral')).toEqual([]);
  expect(told.filter(({ channel, said }) => said === channel).length).toBeGreaterThan(180);
});

test('an own list takes the place of the shipped one, and what is none is refused with the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'channels-'));
  const file = (text: string): string => {
    writeFileSync(join(folder, 'list.json'), text);
    return join(folder, 'list.json');
  };
  const own = { ...readChannels(undefined), social: ['forum.example'] };
  expect(createChannels(readChannels(file(JSON.stringify(own))))({ referrerHost: 'forum.example' })).toBe('social');
  expect(() => readChannels(file('{'))).toThrow(
    /^CHANNELS_FILE \(.*list\.json\) holds no list of channels\. SyntaxError/,
  );
  expect(() => readChannels(file(JSON.stringify({ ...own, email: 'x' })))).toThrow(/email: /);
  expect(() => readChannels(join(folder, 'none.json'))).toThrow(/ENOENT/);
  rmSync(folder, { recursive: true });
});
