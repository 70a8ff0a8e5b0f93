import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { formatCount, formatMoney, formatPercent } from '../../../platform/web/figures.ts';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { Loss } from '../../../platform/web/ui/table/cells/Loss.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Losing } from '../contract.ts';
import { pageOfRows } from '../../stats/web/paged-rows.ts';
import { losingQuery } from './client.ts';

const BlockList = lazyPart(async () => ({ default: (await import('./BlockList.tsx')).BlockList }));

type Row = Losing['data']['losing'][number] & { id: string };

const RULE = { param: '', days: '', min_visits: '', below: '', certainty: '' };
const choices = (values: readonly string[], unit = '') => values.map((value) => ({ value, label: `${value}${unit}` }));

/** A chance that is all but none is said so. */
const chanceText = (chance: number): string => (chance < 0.0001 ? 'under 0.01%' : formatPercent(chance));

/** Which placements of a traffic source lose money for sure, as a list that the source takes. */
export function LosingScreen() {
  const { sourceId = '' } = useParams();
  const table = useTableState({ sortBy: 'profit', order: 'asc', filters: RULE });
  const losing = useQuery(losingQuery({ ...table.filters, source_id: sourceId }));
  const data = losing.data?.data;
  const currency = losing.data?.currency ?? 'USD';
  const rows =
    data &&
    pageOfRows(
      data.losing.map((one): Row => ({ ...one, id: one.placement })),
      table,
      (row, key) => (key === 'placement' ? row.placement : Number(row[key as 'profit'])),
      (row) => row.placement,
    );
  return (
    <>
      <BackLink to="/admin/traffic-sources">Traffic Sources</BackLink>
      <PageHeader
        title="Losing Placements"
        purpose={`Where ${data ? `“${data.source}”` : 'this source'} showed your ads and it cost more than it brought, for sure enough to stop it there.`}
      />
      {data && data.losing.length > 0 && (
        <Suspense>
          <BlockList
            placements={data.losing.map((one) => one.placement)}
            param={data.param}
            template={data.template}
            name={`block-list-${data.param}`}
          />
        </Suspense>
      )}
      {data && (
        <Alert severity={data.losing.length > 0 ? 'warning' : 'info'} sx={{ mb: 3 }}>
          {data.losing.length > 0
            ? `${formatCount(data.losing.length)} of ${formatCount(data.judged)} placements lost ${formatMoney(data.lost, currency)} together. `
            : `None of ${formatCount(data.judged)} placements loses for sure. `}
          {data.few > 0 && `${formatCount(data.few)} had too few visits to be judged. `}
          {data.unknown_visits > 0 &&
            `${formatCount(data.unknown_visits)} visits do not say where they were from or what they cost. `}
          {data.wait_days > 0 &&
            `The last ${data.wait_days} days are left out: nine of ten conversions come within so many.`}
        </Alert>
      )}
      <DataTable
        label="Losing placements"
        query={{ ...losing, data: rows }}
        table={table}
        columns={columnsOf(currency)}
        empty={
          <EmptyState text="No placement loses for sure by this rule. With less certainty or fewer visits more are named, and more of them wrongly." />
        }
        toolbar={
          <>
            <TableFilter
              table={table}
              name="param"
              label="Placements by"
              all={data?.params.find(({ alias }) => alias === data.param)?.label ?? 'Site'}
              options={(data?.params ?? [])
                .filter(({ alias }) => alias !== data?.param || table.filters.param !== '')
                .map(({ alias, label }) => ({ value: alias, label }))}
            />
            <TableFilter
              table={table}
              name="days"
              label="Days"
              all="30 days"
              options={choices(['7', '14', '60', '90', '180'], ' days')}
            />
            <TableFilter
              table={table}
              name="min_visits"
              label="Visits at least"
              all="100"
              options={choices(['30', '50', '200', '500', '1000'])}
            />
            <TableFilter
              table={table}
              name="below"
              label="Profit below"
              all={formatMoney('0', currency)}
              options={['-100', '-50', '-20', '-10'].map((value) => ({ value, label: formatMoney(value, currency) }))}
            />
            <TableFilter
              table={table}
              name="certainty"
              label="Certainty"
              all="90%"
              options={choices(['70', '80', '95', '99'], '%')}
            />
          </>
        }
      />
    </>
  );
}

const columnsOf = (currency: string): readonly Column<Row>[] => [
  { key: 'placement', label: 'Placement', isSortable: true, isLong: true, render: (row) => row.placement },
  { key: 'visits', label: 'Visits', isSortable: true, isNumeric: true, render: (row) => formatCount(row.visits) },
  {
    key: 'conversions',
    label: 'Conv.',
    isSortable: true,
    isNumeric: true,
    render: (row) => formatCount(row.conversions),
  },
  {
    key: 'revenue',
    label: 'Expected',
    isSortable: true,
    isNumeric: true,
    render: (row) => formatMoney(row.revenue, currency),
  },
  { key: 'cost', label: 'Cost', isSortable: true, isNumeric: true, render: (row) => formatMoney(row.cost, currency) },
  {
    key: 'profit',
    label: 'Profit',
    isSortable: true,
    isNumeric: true,
    render: (row) => <Loss value={row.profit}>{formatMoney(row.profit, currency)}</Loss>,
  },
  {
    key: 'chance',
    label: 'By chance',
    help: 'How likely a placement that loses nothing would have earned this little.',
    isSortable: true,
    isNumeric: true,
    render: (row) => chanceText(row.chance),
  },
];
