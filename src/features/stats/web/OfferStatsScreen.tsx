import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '../../../platform/web/ui/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { FilterSelect } from '../../../platform/web/ui/FilterSelect.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/SearchField.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/use-table-state.ts';
import type { OfferStats } from '../contract.ts';
import { statsQueries } from './client.ts';
import { CsvButton } from './CsvButton.tsx';
import { PrintButton } from './PrintButton.tsx';
import { PrintHead } from './PrintHead.tsx';
import { STATUSES_OF, toConversions, toReport } from './drill.ts';
import { DrillLink } from './DrillLink.tsx';
import { formatCount, formatMoney, formatPercent } from '../../../platform/web/figures.ts';
import { funnelKpis, rateText } from './funnel-columns.tsx';
import { KpiCards } from './KpiCards.tsx';
import { pageOfRows, rowsAsked } from './paged-rows.ts';
import { STATS_FILTERS, StatsFilters, withChange } from './StatsFilters.tsx';
import { Unconverted } from './Unconverted.tsx';

type Row = OfferStats['data'][number];
type Parts = Pick<Row, 'clicks' | 'conversions' | 'approved' | 'rejected' | 'reversed'>;

/** Figures of pages, which have no offer. */
const NOT_OF_OFFERS = new Set(['Views', 'Visitors', 'CTR', 'RPM']);

/** Which offers, or networks, pay for the clicks they get. */
export function OfferStatsScreen() {
  const table = useTableState({ sortBy: 'clicks', order: 'desc', filters: { ...STATS_FILTERS, group: '' } });
  const ask = withChange(table.filters);
  const stats = useQuery(statsQueries.offers(ask));
  const { data } = stats;
  const currency = data?.currency ?? 'USD';
  const rows =
    data &&
    pageOfRows(
      data.data,
      table,
      (row, key) => row[key as 'clicks'],
      (row) => row.name,
    );

  return (
    <>
      <PageHeader
        title="Offer Performance"
        purpose="Which offers pay for the clicks they get, and how much of it lasts."
        action={
          <>
            <PrintButton table={table} isReady={data !== undefined} />
            <CsvButton screen="offers" query={rowsAsked(ask, table)} />
          </>
        }
      />
      <PrintHead stats={data} filters={table.filters} />
      {!stats.isLoadingError && (
        <KpiCards
          places={5}
          kpis={data && funnelKpis(data.totals, currency, data.before).filter(({ label }) => !NOT_OF_OFFERS.has(label))}
        />
      )}
      <Unconverted amounts={data?.totals.unconverted} />
      <DataTable
        label={table.filters.group === 'network' ? 'Networks' : 'Offers'}
        query={{ ...stats, data: rows }}
        table={table}
        columns={columns(table.search ? undefined : data?.totals, currency, (row, status) => {
          if (row.id === 0) return undefined;
          const of = { [table.filters.group === 'network' ? 'network_id' : 'offer_id']: row.id };
          return status === 'clicks'
            ? toReport(table.filters, of, ['day'], ['clicks', 'conversions', 'cr', 'revenue_expected', 'epc'])
            : toConversions(table.filters, { ...of, status });
        })}
        empty={
          <EmptyState
            text="No click on any offer in this period. Place an offer in a guide and send readers there."
            action={
              <Button variant="outlined" component={Link} to="/admin/listicles">
                Manage Listicles
              </Button>
            }
          />
        }
        toolbar={
          <>
            <SearchField label="Search offers..." value={table.search} onChange={table.setSearch} />
            <StatsFilters table={table} hiddenBots={data?.totals.bot_clicks} timeZone={data?.tz} compared="previous">
              <FilterSelect
                label="Group by"
                all="Offer"
                value={table.filters.group}
                options={[{ value: 'network', label: 'Network' }]}
                onChange={(value) => table.setFilter('group', value)}
              />
            </StatsFilters>
          </>
        }
      />
    </>
  );
}

function columns(
  totals: OfferStats['totals'] | undefined,
  currency: string,
  rowsOf: (row: Row, status: string) => string | undefined,
): Column<Row>[] {
  const count = (key: 'clicks' | 'pending' | 'approved' | 'rejected' | 'reversed', label: string): Column<Row> => ({
    key,
    label,
    isNumeric: true,
    isSortable: true,
    render: (row) => <DrillLink to={row[key] === 0 ? undefined : rowsOf(row, key)}>{formatCount(row[key])}</DrillLink>,
    total: totals && formatCount(totals[key]),
  });
  const share = (
    key: 'cr' | 'approval_rate' | 'reversal_rate',
    label: string,
    help: string,
    parts: (row: Parts) => [part: number, whole: number],
  ): Column<Row> => ({
    key,
    label,
    help,
    isNumeric: true,
    isSortable: true,
    render: (row) => <span title={rateText(...parts(row))}>{formatPercent(row[key])}</span>,
    total: totals && <span title={rateText(...parts(totals))}>{formatPercent(totals[key])}</span>,
  });
  const money = (key: 'revenue_expected' | 'revenue_confirmed' | 'epc', label: string): Column<Row> => ({
    key,
    label,
    isNumeric: true,
    isSortable: true,
    render: (row) => (
      <DrillLink
        to={Number(row[key]) === 0 ? undefined : rowsOf(row, key === 'epc' ? 'clicks' : STATUSES_OF[key])}
        title={row[key] ?? ''}
      >
        {formatMoney(row[key], currency)}
      </DrillLink>
    ),
    total: totals && <span title={totals[key] ?? ''}>{formatMoney(totals[key], currency)}</span>,
  });
  return [
    { key: 'name', label: 'Name', isSortable: true, isLong: true, render: (row) => row.name },
    { key: 'status', label: 'Status', isSortable: true, render: (row) => <StatusChip status={row.status} /> },
    count('clicks', 'Clicks'),
    count('pending', 'Pending'),
    count('approved', 'Approved'),
    count('rejected', 'Rejected'),
    count('reversed', 'Reversed'),
    share('cr', 'CR', 'Pending and approved conversions / clicks', (row) => [row.conversions, row.clicks]),
    share('approval_rate', 'Approval', 'Approved / all that were decided', (row) => [
      row.approved,
      row.approved + row.rejected + row.reversed,
    ]),
    share('reversal_rate', 'Reversal', 'Reversed / approved and reversed', (row) => [
      row.reversed,
      row.approved + row.reversed,
    ]),
    money('revenue_expected', 'Expected'),
    money('revenue_confirmed', 'Confirmed'),
    money('epc', 'EPC'),
  ];
}
