import type { Dice } from './random.ts';
import { crawlerOf } from './referrers.ts';

const OWN_SHARE = 0.003;
const COUNTRIES: readonly [string | undefined, number][] = [
  ['US', 56],
  ['GB', 13],
  ['CA', 10],
  ['DE', 7],
  ['AU', 5],
  ['FR', 3],
  ['NL', 2],
  ['IN', 2],
  [undefined, 2],
];
const REGIONS = ['California', 'Texas', 'Florida', 'New York', 'Ohio'];
const CITIES = [
  ['Los Angeles', 'San Diego'],
  ['Houston', 'Austin'],
  ['Miami', 'Tampa'],
  ['New York', 'Buffalo'],
  ['Columbus', 'Cleveland'],
];
const SYSTEM_VERSIONS: Record<string, readonly string[]> = {
  iOS: ['18.6', '26.1', '17.7'],
  Android: ['16', '15', '14'],
  macOS: ['15.6', '26'],
  Windows: ['11', '10'],
};
const BROWSER_VERSIONS: Record<string, readonly string[]> = {
  Safari: ['26', '18'],
  Firefox: ['145', '140'],
  Chrome: ['142', '141', '140'],
};

/** Who comes. */
export function personOf(dice: Dice, isPhone: boolean, isBot: boolean) {
  const [country] = dice.pick(COUNTRIES, ([, weight]) => weight);
  const isApple = dice.chance(isPhone ? 0.57 : 0.24);
  const isTablet = !isPhone && dice.chance(0.07);
  const person = {
    ...(country && { country }),
    device: isPhone ? 'mobile' : isTablet ? 'tablet' : 'desktop',
    os: isPhone || isTablet ? (isApple ? 'iOS' : 'Android') : isApple ? 'macOS' : 'Windows',
    browser: isApple && dice.chance(0.8) ? 'Safari' : dice.chance(0.12) ? 'Firefox' : 'Chrome',
    language: country === 'DE' ? 'de' : country === 'FR' ? 'fr' : 'en',
    visitor: Math.floor(dice.next() * 2 ** 52)
      .toString(16)
      .padStart(13, '0')
      .padEnd(16, '0'),
    is_bot: isBot,
    is_internal: !isBot && dice.chance(OWN_SHARE),
    ...(isBot && { bot_reason: 'bot_agent' as const }),
  };
  const crawler = isBot ? crawlerOf(person.visitor.slice(0, 8)) : undefined;
  // of their code, so that the dice fall for the rest as they did before
  const number = Number.parseInt(person.visitor.slice(0, 6), 16);
  const region = REGIONS[number % REGIONS.length]!;
  const city = CITIES[number % REGIONS.length]![number % 3 === 0 ? 1 : 0]!;
  const of = (versions: readonly string[]) => versions[(number % 7) % versions.length]!;
  return {
    ...person,
    ...(country === 'US' && { region, city }),
    os_version: `${person.os} ${of(SYSTEM_VERSIONS[person.os]!)}`,
    browser_version: `${person.browser} ${of(BROWSER_VERSIONS[person.browser]!)}`,
    ...(crawler && { crawler }),
  };
}
