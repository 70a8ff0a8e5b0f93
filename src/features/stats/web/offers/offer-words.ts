import { formatCount, formatPercent } from '../../../../platform/text/figures.ts';
import type { ClosedBy } from '../../../offers/contract.ts';
import type { OfferRisk, Risk } from '../../offer-stats-contract.ts';

/** What keeps readers from an offer, as a chip has it. */
export const CLOSED_WORDS: Record<Exclude<ClosedBy, 'status' | 'deleted'>, string> = {
  dates: 'not in its dates',
  network_paused: 'network paused',
  link_dead: 'link dead',
  caps: 'full',
};

const RISK_WORDS: Record<Exclude<Risk, 'no_conversions'>, string> = {
  status: 'It is paused, archived or a draft.',
  dates: 'It has ended or not begun.',
  network_paused: 'Its network is paused.',
  link_dead: 'Its address is dead.',
  caps: 'Its caps are reached, and those of its overflow.',
  link_error: 'The last look at its address failed.',
  params_lost: 'Its address loses the click id, so no conversion finds its click.',
};

const OTHERS = { network: 'the other offers of its network', site: 'all other offers' };
const percentOfChance = (chance: number): string => (chance < 0.001 ? 'less than 0.1%' : formatPercent(chance));

/** Why an offer's clicks may earn nothing. */
export function riskText({ risk, silence }: Pick<OfferRisk, 'risk' | 'silence'>): string {
  if (risk !== 'no_conversions') return RISK_WORDS[risk];
  if (!silence) return '';
  const { clicks, usual_cr: rate, usual_of: of, chance } = silence;
  return (
    `No conversion after ${clicksOf(clicks)} of this period. At the ${formatPercent(rate)} of ${OTHERS[of]}, ` +
    `that has a chance of ${percentOfChance(chance)}.`
  );
}

const SOURCES = {
  offer: 'its own EPC',
  network: 'the EPC of the other offers of its network',
  site: 'the EPC of all other offers',
};

const clicksOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'click' : 'clicks'}`;

/** How the expected money is made. @param epc already written for the eye */
export const sourceText = ({ clicks, epc_of: of }: Pick<OfferRisk, 'clicks' | 'epc_of'>, epc: string): string =>
  of === null
    ? `${clicksOf(clicks)} in the last 7 days of the period; nothing says what a click earns`
    : `${clicksOf(clicks)} in the last 7 days of the period × ${epc}, ${SOURCES[of]} in the four weeks before`;
