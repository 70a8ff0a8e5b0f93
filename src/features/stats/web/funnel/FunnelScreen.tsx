import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Query } from '../../../../platform/web/http.ts';
import { may } from '../../../../platform/web/session/permissions.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { SearchField } from '../../../../platform/web/ui/filters/SearchField.tsx';
import { EmptyState } from '../../../../platform/web/ui/states/EmptyState.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import { DataTable } from '../../../../platform/web/ui/table/DataTable.tsx';
import type { Column, Identified, RowAction } from '../../../../platform/web/ui/table/table-columns.ts';
import type { TableState } from '../../../../platform/web/ui/table/use-table-state.ts';
import { PageHeader } from '../../../../platform/web/ui/PageHeader.tsx';
import type { ContentStats, GuideStats } from '../../contract.ts';
import { asWords } from '../../../../platform/text/as-words.ts';
import { pageOfRows, rowsAsked } from '../paged-rows.ts';
import { PrintButton } from '../parts/PrintButton.tsx';
import { PrintHead } from '../parts/PrintHead.tsx';
import { StatsCsv } from '../parts/StatsCsv.tsx';
import { StatsBar } from '../bar/StatsBar.tsx';
import { daysIn, withChange, type StatsFilter } from '../parts/stats-filters.ts';
import type { MetricChoice } from '../parts/use-metric.ts';
import { FunnelHead } from './FunnelHead.tsx';

type Line = Identified & { title: string; status: string; last_view_at: string | null };
type Stats<Row> = Omit<GuideStats | ContentStats, 'data' | 'paid'> & {
  data: readonly Row[];
  paid?: GuideStats['paid'];
};

type Props<Row extends Line> = {
  /** What a line is: the word for its column, its list and its search. */
  noun: 'guide' | 'review';
  title: string;
  tabTitle?: string;
  purpose: string;
  /** The last part of the screen's call, whose rows are also a file: `listicles`. */
  call: string;
  /** Whose changes the chart marks. */
  changes: 'listicles' | 'reviews';
  /** What the screen is narrowed down to, for whoever asks what its money is made of. */
  why: Query;
  /** The address of what loses most, where it is told what was paid. */
  losses?: string;
  /** Which card the chart is about. */
  metric: MetricChoice;
  table: TableState<StatsFilter>;
  query: UseQueryResult<Stats<Row>>;
  /** Between the status of a line and its last view. */
  columns: readonly Column<Row>[];
  actions?: readonly RowAction<Row>[];
  /** Filters of the screen's own. */
  filters?: ReactNode;
  /** Where the first line is written. */
  editor: { name: string; to: string };
};

/** What pages of one kind earn: the same sums, days and lines for guides and for reviews. */
export function FunnelScreen<Row extends Line>(props: Props<Row>) {
  const { noun, table, query, columns, editor } = props;
  const { data } = query;
  const rows =
    data &&
    pageOfRows(
      data.data,
      table,
      (row, key) => row[key as 'title'],
      (row) => row.title,
    );

  return (
    <>
      <PageHeader
        title={props.title}
        {...(props.tabTitle && { tabTitle: props.tabTitle })}
        purpose={props.purpose}
        action={
          <>
            <PrintButton table={table} isReady={data !== undefined} />
            {may('read:money') && <StatsCsv screen={props.call} query={rowsAsked(withChange(table.filters), table)} />}
          </>
        }
      />
      <StatsBar
        table={table}
        hiddenBots={data && data.totals.bot_views + data.totals.bot_clicks}
        timeZone={data?.tz}
        compared="previous"
      >
        {props.filters}
      </StatsBar>
      <PrintHead stats={data} filters={table.filters} />
      {!query.isLoadingError && (
        <FunnelHead
          stats={data}
          metric={props.metric}
          compare={withChange(table.filters).compare}
          changes={{ about: props.changes, ...daysIn(table.filters) }}
          why={props.why}
          losses={props.losses}
        />
      )}
      <DataTable
        label={`${asWords(noun)}s`}
        query={{ ...query, data: rows }}
        table={table}
        columns={[
          {
            key: 'title',
            label: asWords(noun),
            group: 'About',
            isSortable: true,
            isLong: true,
            render: (row) => row.title,
          },
          {
            key: 'status',
            label: 'Status',
            group: 'State',
            isSortable: true,
            render: (row) => <StatusChip status={row.status} />,
          },
          ...columns,
          {
            key: 'last_view_at',
            label: 'Last view',
            group: 'Dates',
            isHidden: true,
            isSortable: true,
            render: (row) => <DateTime value={row.last_view_at} />,
          },
        ]}
        {...(props.actions && { actions: props.actions })}
        empty={
          <EmptyState
            text={`No ${noun} yet. Write the first one, then send readers to it.`}
            action={
              <Button variant="outlined" component={Link} to={editor.to}>
                {editor.name}
              </Button>
            }
          />
        }
        toolbar={<SearchField label={`Search ${noun}s...`} value={table.search} onChange={table.setSearch} />}
      />
    </>
  );
}
