import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CRAWLER_PURPOSES, type Channel, type CrawlerPurpose } from '../../events/channels.ts';
import shipped from './channels.json' with { type: 'json' };

const PURPOSES = Object.keys(CRAWLER_PURPOSES) as [CrawlerPurpose, ...CrawlerPurpose[]];
const CRAWLER_NAME = /^[a-z0-9][a-z0-9 ._-]{2,63}$/i;
const hosts = z.array(z.string().min(1).max(128)).max(10_000);

/** The hosts and words by which channels are told apart; `date` and `sources` say of when and where they are. */
export const ChannelList = z.strictObject({
  date: z.iso.date(),
  sources: z.array(z.string()),
  ai_assistant: z.record(z.string(), hosts),
  organic_search: hosts,
  organic_search_names: hosts,
  organic_search_subdomains: z.array(z.string().max(63)).max(100),
  social: hosts,
  social_names: hosts,
  email: hosts,
  /** Words of utm_medium, the first channel first of which one is in it. */
  utm: z.strictObject({ paid: hosts, email: hosts, social: hosts, organic_search: hosts, referral: hosts }),
  paid_click_ids: hosts,
  /** Robots that read for assistants and models, each by a word of its user agent. */
  ai_crawlers: z
    .array(
      z.strictObject({
        name: z.string().regex(CRAWLER_NAME),
        operator: z.string().min(1).max(64),
        purpose: z.enum(PURPOSES),
      }),
    )
    .min(1)
    .max(500),
});
export type ChannelList = z.infer<typeof ChannelList>;

/** The shipped list, or that of a file of the operator's own. @throws Error that names the file and the reason */
export function readChannels(path: string | undefined): ChannelList {
  if (path === undefined) return ChannelList.parse(shipped);
  try {
    return ChannelList.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    const why =
      cause instanceof z.ZodError
        ? cause.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; ')
        : String(cause);
    throw new Error(`CHANNELS_FILE (${path}) holds no list of channels. ${why}`, { cause });
  }
}

type Words = Readonly<Record<string, string>>;

/** What is known of an arrival. */
export type Came = {
  /** The type of the traffic source whose link brought it; undefined: no link did, or one without a source. */
  sourceType?: string | undefined;
  utm?: Words | undefined;
  /** Click ids of ad platforms by parameter. */
  adIds?: Words | undefined;
  referrerHost?: string | undefined;
  /** Under which the site was asked. */
  ownHost?: string | undefined;
};

export type ChannelOf = (came: Came) => Channel;

/**
 * Tells by which way somebody came. What an address says of it comes before what the browser says.
 * @param origin where readers reach the site, whatever host a proxy asks for
 */
export function createChannels(given: ChannelList, origin?: string): ChannelOf {
  const publicHost = origin && new URL(origin).hostname;
  const byHost = new Map<string, Channel>();
  const put = (channel: Channel, hosts: readonly string[]): void => {
    for (const host of hosts) byHost.set(host, channel);
  };
  put('organic_search', given.organic_search);
  put('social', given.social);
  put('email', given.email);
  put('ai_assistant', Object.values(given.ai_assistant).flat());
  const byName = new Map<string, Channel>([
    ...given.organic_search_names.map((name) => [name, 'organic_search'] as const),
    ...given.social_names.map((name) => [name, 'social'] as const),
  ]);
  const searched = new Set(given.organic_search_subdomains);
  const assistants = new Set(Object.keys(given.ai_assistant).map((name) => name.toLowerCase()));
  const byMedium = Object.entries(given.utm).map(([channel, words]) => [channel as Channel, new Set(words)] as const);
  const paidIds = new Set(given.paid_click_ids);

  /** The longest of the host's own endings that is listed; then names of which every country has one. */
  function ofHost(host: string): Channel | undefined {
    for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
      const found = byHost.get(rest);
      if (found) return found;
    }
    return ofName(host);
  }

  function ofName(host: string): Channel | undefined {
    const labels = host.split('.');
    // google.de, www.google.co.uk
    for (const at of [labels.length - 2, labels.length - 3]) {
      const channel = byName.get(labels[at] ?? '');
      if (channel === undefined || labels.slice(at + 1).some((label) => label.length > 3)) continue;
      if (channel === 'social' || searched.has(labels.slice(0, at).join('.'))) return channel;
    }
    return undefined;
  }

  return ({ sourceType, utm = {}, adIds = {}, referrerHost, ownHost }) => {
    if (sourceType === 'email') return 'email';
    if (sourceType !== undefined && sourceType !== 'organic') return 'paid';
    const source = utm['utm_source']?.toLowerCase() ?? '';
    const medium = utm['utm_medium']?.toLowerCase() ?? '';
    if (assistants.has(source) || (source !== '' && ofHost(source) === 'ai_assistant')) return 'ai_assistant';
    const words = medium === '' ? [] : medium.split(/[^a-z0-9]+/);
    for (const [channel, known] of byMedium) if (words.some((word) => known.has(word))) return channel;
    if (Object.keys(adIds).some((id) => paidIds.has(id))) return 'paid';
    const host = referrerHost?.toLowerCase().replace(/\.$/, '');
    if (host && (host === ownHost || host === publicHost)) return 'internal';
    const known = (host && ofHost(host)) || (source === '' ? undefined : ofHost(source));
    if (known) return known;
    if (host) return 'referral';
    return source === '' && medium === '' ? 'direct' : 'other';
  };
}
