import { countryName } from '../../platform/text/countries.ts';
import type { ShutProps } from './props.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
const DEVICE_WORDS: Record<string, string> = { desktop: 'computers', mobile: 'phones', tablet: 'tablets' };

/** Why the button leads nowhere, in one sentence for the reader. */
export function shutSentence({ reason, country, devices }: Pick<ShutProps, 'reason' | 'country' | 'devices'>): string {
  if (reason === 'offer_not_begun') return 'This offer has not begun yet.';
  if (reason === 'offer_over') return 'This offer is over.';
  if (reason === 'capped') return 'The shop takes no more visitors from us for this offer at the moment.';
  if (reason === 'device_not_allowed')
    return `This offer works on ${LIST.format(devices.map((one) => DEVICE_WORDS[one] ?? one))} only.`;
  return country === null
    ? 'This offer is open in some countries only, and we could not tell which one you are in.'
    : `This offer is not open in the country that you seem to be in (${countryName(country)}).`;
}
