import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../platform/text/figures.ts';
import { FilterFind } from '../../../platform/web/ui/filters/FilterFind.tsx';
import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { offerQueries } from '../../offers/web/client.ts';
import type { Attribution, AttributionLine } from '../attribution/contract.ts';
import { isAttributed } from '../attribution/cuts.ts';
import { attributionQuery } from './attribution/attribution-client.ts';
import { attributionColumns, type AttributionRow } from './attribution/attribution-columns.tsx';
import { StatsBar } from './bar/StatsBar.tsx';
import { useDimensionChoices } from './builder/use-dimension-choices.ts';
import { pageOfRows } from './paged-rows.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { Unconverted } from './parts/Unconverted.tsx';

const FILTERS = { days: '', date_from: '', date_to: '', by: '', offer_id: '' };
const OFFERS = { search: (search: string) => offerQueries.search({ search }), one: offerQueries.one };

/** The same conversions put down to the last, the first or all arrivals of a day. */
export function AttributionScreen() {
  const table = useTableState({ sortBy: 'last_revenue', order: 'desc', filters: FILTERS });
  const found = useQuery(attributionQuery(table.filters));
  const { data } = found;
  const { choices, asked } = useDimensionChoices();
  const cuts = choices.filter(({ value }) => value !== 'source' && isAttributed(value));
  const rows =
    data &&
    pageOfRows(
      data.data.map((line): AttributionRow => ({ ...line, id: String(line.value) })),
      table,
      (row, key) => (key === 'label' ? row.label : Number(row[key as keyof AttributionLine])),
      (row) => row.label,
    );
  return (
    <>
      <PageHeader
        title="Attribution"
        purpose="Whom a conversion is put down to. Last click is the money of all other screens; first touch and equal shares are two other views of the same money."
        action={<StatsCsv screen="attribution" query={table.filters} />}
      />
      <StatsBar table={table} hiddenBots={undefined} timeZone={data?.tz}>
        <FilterFind
          label="By"
          none="No dimension has such a name."
          all="Source"
          value={table.filters.by}
          options={cuts}
          onChange={(by) => table.setFilter('by', by)}
        />
        <RecordFilter
          label="Offer"
          value={table.filters.offer_id}
          onChange={(id) => table.setFilter('offer_id', id)}
          queries={OFFERS}
        />
      </StatsBar>
      <FailedParts queries={asked} />
      {data && data.conversions > 0 && <HowMany data={data} />}
      <Unconverted amounts={data?.unconverted} />
      <DataTable
        label="Attribution"
        query={{ ...found, data: rows }}
        table={table}
        columns={attributionColumns(data)}
        empty={<EmptyState text="No conversion of a click of these days. Choose more days." />}
      />
    </>
  );
}

/** What the views can differ by at most. */
function HowMany({ data: { conversions, with_several: several } }: { data: Attribution }) {
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {several === 0
        ? `Nobody of ${formatCount(conversions)} conversions arrived more than once on the day of the click, so the three views are alike. `
        : `${formatCount(several)} of ${formatCount(conversions)} conversions are of people who arrived more than once on the day of their click: only these differ. `}
      No cookie is set, so arrivals of two days are never linked.
    </Alert>
  );
}
