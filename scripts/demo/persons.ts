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
  const region = REGIONS[Number.parseInt(person.visitor.slice(0, 6), 16) % REGIONS.length]!;
  return { ...person, ...(country === 'US' && { region }), ...(crawler && { crawler }) };
}
