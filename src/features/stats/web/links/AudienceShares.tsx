import Box from '@mui/material/Box';
import { formatCount } from '../../../../platform/text/figures.ts';
import type { LinkStats } from '../../link-stats-contract.ts';
import { countryName } from '../../../../platform/text/countries.ts';
import { asWords } from '../../../../platform/text/as-words.ts';
import type { Narrowing } from '../parts/drill.ts';
import { linesOf } from './link-kpis.ts';
import { SharesTable } from './SharesTable.tsx';

type Props = { stats: LinkStats | undefined; filters: Narrowing; linkId: number };

/** Who came through a link: from where, on what, sent by whom. */
export function AudienceShares({ stats, filters, linkId }: Props) {
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      <SharesTable
        title="Countries"
        heads={['Visits']}
        rows={stats?.by_country.map((one) => ({
          key: one.country,
          name: countryName(one.country),
          to: one.country === '(unknown)' ? undefined : linesOf(filters, linkId, { country: one.country }, ['day']),
          share: one.visits,
          cells: [formatCount(one.visits)],
          figures: [one.visits],
        }))}
      />
      <SharesTable
        title="Devices"
        heads={['Visits']}
        rows={stats?.by_device.map((one) => ({
          key: one.device,
          name: asWords(one.device),
          to: one.device === '(unknown)' ? undefined : linesOf(filters, linkId, { device: one.device }, ['day']),
          share: one.visits,
          cells: [formatCount(one.visits)],
          figures: [one.visits],
        }))}
      />
      <SharesTable
        title="Referrers"
        heads={['Visits']}
        rows={stats?.top_referrers.map((one) => ({
          key: one.referrer ?? '',
          name: one.referrer ?? 'None told',
          share: one.visits,
          cells: [formatCount(one.visits)],
          figures: [one.visits],
        }))}
      />
    </Box>
  );
}
