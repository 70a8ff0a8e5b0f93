import { mdiBellPlusOutline, mdiPlaylistCheck } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatCount, formatMoney, formatPercent, numberOf } from '../../../platform/text/figures.ts';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { may } from '../../../platform/web/session/permissions.ts';
import { useCall } from '../../../platform/web/use-call.ts';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { Loss } from '../../../platform/web/ui/table/cells/Loss.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Losing } from '../contract.ts';
import { pageOfRows } from '../../stats/web/paged-rows.ts';
import { placementQueries, placementsClient, PLACEMENTS_KEY } from './client.ts';
import { BlockList } from './BlockList.tsx';
import { DailyRules } from './DailyRules.tsx';
import { KeptLists } from './KeptLists.tsx';
import { RuleBar } from './RuleBar.tsx';

type Row = Losing['data']['losing'][number] & { id: string };

/** As many as a list holds. */
const MOST_KEPT = 1000;
const RULE = { param: '', days: '', min_visits: '', below: '', certainty: '' };
/** A chance that is all but none is said so. */
const chanceText = (chance: number): string => (chance < 0.0001 ? 'under 0.01%' : formatPercent(chance));

/** Which placements of a traffic source lose money for sure, as a list that the source takes. */
export function LosingScreen() {
  const { sourceId = '' } = useParams();
  const table = useTableState({ sortBy: 'profit', order: 'asc', filters: RULE });
  const losing = useQuery(placementQueries.losing({ ...table.filters, source_id: sourceId }));
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
  const rule = ruleOf(table.filters);
  const call = useCall(PLACEMENTS_KEY);
  const source = { source_id: Number(sourceId), param: data?.param ?? '' };

  return (
    <>
      <BackLink to="/admin/traffic-sources">Traffic Sources</BackLink>
      <PageHeader
        title="Losing Placements"
        purpose={`Where ${data ? `“${data.source}”` : 'this source'} showed your ads and it cost more than it brought, for sure enough to stop it there.`}
        action={
          data && (
            <>
              {may('read:money') && (
                <ListCsv
                  list="/admin/stats/losing-placements"
                  query={{ ...table.filters, source_id: sourceId, sortBy: table.sortBy, order: table.order }}
                  total={data.losing.length}
                />
              )}
              <IfMayWrite>
                <Button
                  variant="outlined"
                  startIcon={<Icon path={mdiBellPlusOutline} />}
                  onClick={() => call(() => placementsClient.saveRule({ ...source, ...rule }))}
                >
                  Watch every day
                </Button>
              </IfMayWrite>
            </>
          )
        }
      />
      <RuleBar table={table} data={data} currency={currency} />
      {data && <Summary data={data} currency={currency} />}
      {data && data.losing.length > 0 && (
        <BlockList
          placements={data.losing.map((one) => one.placement)}
          param={data.param}
          template={data.template}
          name={`block-list-${data.param}-${losing.data?.range.to.slice(0, 10)}`}
          action={
            <IfMayWrite>
              <Button
                startIcon={<Icon path={mdiPlaylistCheck} />}
                onClick={() =>
                  call(() =>
                    placementsClient.keepList({
                      ...source,
                      days: rule.days,
                      placements: data.losing.map((one) => one.placement).slice(0, MOST_KEPT),
                    }),
                  )
                }
              >
                Keep list
              </Button>
            </IfMayWrite>
          }
        />
      )}
      <DataTable
        label="Losing placements"
        query={{ ...losing, data: rows }}
        table={table}
        columns={columnsOf(currency)}
        empty={
          <EmptyState text="No placement loses for sure by this rule. With less certainty or fewer visits more are named, and more of them wrongly." />
        }
      />
      <KeptLists sourceId={sourceId} />
      <DailyRules sourceId={sourceId} currency={currency} />
    </>
  );
}

const ruleOf = ({ days, min_visits, below, certainty }: typeof RULE) => ({
  days: Number(days || 30),
  min_visits: Number(min_visits || 100),
  below: below || '0',
  certainty: Number(certainty || 90),
});

function Summary({ data, currency }: { data: Losing['data']; currency: string }) {
  const isLosing = data.losing.length > 0;
  const what = isLosing
    ? `${formatCount(data.losing.length)} of ${numberOf(data.judged, 'placement')} lost ${formatMoney(data.lost, currency)} together.`
    : data.judged > 0
      ? `None of those that were judged (${formatCount(data.judged)}) loses for sure.`
      : 'No placement could be judged yet.';
  const unjudged = [
    data.few > 0 && `${formatCount(data.few)} with too few visits`,
    data.kept > 0 && `${formatCount(data.kept)} on kept lists`,
  ].filter(Boolean);
  const rest = [
    unjudged.length > 0 && `Not judged: ${unjudged.join(', ')}.`,
    data.unknown_visits > 0 &&
      `${numberOf(data.unknown_visits, 'visit')} did not say where from, or what they cost is not known.`,
    data.wait_days > 0 &&
      `Left out: the last ${data.wait_days === 1 ? 'day' : `${data.wait_days} days`}, as nine of ten conversions come within that time.`,
    data.recorded_from && `Left out: days before ${data.recorded_from}, whose clicks do not say where they were from.`,
  ];
  return (
    <Alert severity={isLosing ? 'warning' : 'info'} sx={{ mb: 3 }}>
      {[what, ...rest.filter(Boolean)].join(' ')}
    </Alert>
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
