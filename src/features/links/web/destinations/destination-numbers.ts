import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { formatCount, formatMoney, formatPercent, numberOf } from '../../../../platform/text/figures.ts';
import { LINKS_KEY, linksClient } from '../client.ts';

/** What a list of destinations takes from the numbers of a link. */
const LinkNumbers = z.object({
  currency: z.string(),
  by_destination: z.array(
    z.object({
      destination_id: z.int(),
      visits: z.int(),
      clicks_out: z.int(),
      conversions: z.int(),
      epc: z.string().nullable(),
      unconverted: z.string().optional(),
    }),
  ),
});
export type LinkNumbers = z.infer<typeof LinkNumbers>;

/** What each destination of a link brought in the last 30 days. */
export const destinationNumbers = (linkId: number) =>
  queryOptions({
    queryKey: [...LINKS_KEY, 'destination-numbers', linkId],
    queryFn: ({ signal }) => linksClient.stats(linkId, { days: 30 }, LinkNumbers, signal),
  });

/** Those of one destination in words. @param numbers undefined until they are known */
export function numbersText(numbers: LinkNumbers | undefined, id: number): string | undefined {
  if (!numbers) return undefined;
  const own = numbers.by_destination.find((one) => one.destination_id === id);
  if (!own || (own.visits === 0 && own.clicks_out === 0 && own.conversions === 0)) return 'No visits in 30 days';
  const { visits, clicks_out: clicks, conversions, epc, unconverted } = own;
  return [
    `${numberOf(visits, 'visit')} in 30 days`,
    `CTR ${formatPercent(visits === 0 ? null : clicks / visits)}`,
    `${formatCount(conversions)} conv.`,
    `EPC ${formatMoney(epc, numbers.currency)}`,
    ...(unconverted ? [`${unconverted} unconverted`] : []),
  ].join(' · ');
}
