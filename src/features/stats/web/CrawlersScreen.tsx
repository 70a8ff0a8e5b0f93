import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../platform/web/session/permissions.ts';
import { formatCount } from '../../../platform/text/figures.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { CRAWLER_PURPOSES } from '../../events/channels.ts';
import type { CrawledPages, Crawlers } from '../crawlers-contract.ts';
import { StatsBar } from './bar/StatsBar.tsx';
import { crawlerQueries } from './crawlers-client.ts';
import { pageOfRows, rowsAsked } from './paged-rows.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { daysIn } from './parts/stats-filters.ts';

type Crawler = Crawlers['data'][number] & { id: string };
type Page = Omit<CrawledPages['data'][number], 'id'> & { id: string };

const KINDS = { guide: 'Guide', review: 'Review', link: 'Tracking link' };
const DAYS = { days: '', date_from: '', date_to: '' };

const PAGE_COLUMNS: readonly Column<Page>[] = [
  { key: 'title', label: 'Page', isSortable: true, isLong: true, render: (row) => row.title },
  { key: 'kind', label: 'Kind', isSortable: true, render: (row) => KINDS[row.kind] },
  { key: 'fetches', label: 'Fetched', isSortable: true, isNumeric: true, render: (row) => formatCount(row.fetches) },
  { key: 'crawlers', label: 'Crawlers', isSortable: true, isNumeric: true, render: (row) => formatCount(row.crawlers) },
  { key: 'last_at', label: 'Last', isSortable: true, render: (row) => <DateTime value={row.last_at} /> },
];

/** Robots of AI assistants and models, apart from readers, and what they fetched. */
export function CrawlersScreen() {
  const table = useTableState({ sortBy: 'fetches', order: 'desc', filters: DAYS });
  const pages = useTableState({ sortBy: 'fetches', order: 'desc', prefix: 'page_', filters: { crawler: '' } });
  const days = daysIn(table.filters);
  const { crawler } = pages.filters;
  const crawlers = useQuery(crawlerQueries.crawlers(days));
  const fetched = useQuery(crawlerQueries.pages({ ...days, crawler }));
  const rows =
    crawlers.data &&
    pageOfRows(
      crawlers.data.data.map((row): Crawler => ({ ...row, id: row.crawler })),
      table,
      (row, key) => row[key as 'crawler'],
      (row) => row.crawler,
    );
  const pageRows =
    fetched.data &&
    pageOfRows(
      fetched.data.data.map((row): Page => ({ ...row, id: `${row.kind}-${row.id}` })),
      pages,
      (row, key) => row[key as 'title'],
      (row) => row.title,
    );

  return (
    <>
      <PageHeader
        title="AI Crawlers"
        purpose="Which robots of AI assistants and models read your pages, and which pages. They are in no other number."
        {...(may('read:money') && { action: <StatsCsv screen="crawlers" query={rowsAsked(days, table)} /> })}
      />
      <StatsBar table={table} hiddenBots={undefined} timeZone={crawlers.data?.tz} />
      <DataTable
        label="Crawlers"
        query={{ ...crawlers, data: rows }}
        table={table}
        columns={crawlerColumns(crawler, (name) => pages.setFilter('crawler', name))}
        empty={
          <EmptyState text="No crawler of an AI assistant came in this period. They are told by their user agents; pages that you block for them in robots.txt are not fetched." />
        }
        toolbar={<SearchField label="Search crawlers..." value={table.search} onChange={table.setSearch} />}
      />
      <Box component="section" sx={{ mt: 4 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
          <Typography component="h2" variant="h6" sx={{ flexGrow: 1 }}>
            What they fetched
          </Typography>
          {may('read:money') && (
            <StatsCsv screen="crawlers/pages" query={rowsAsked({ ...days, crawler }, pages)} label="CSV of pages" />
          )}
        </Box>
        <DataTable
          label="Fetched pages"
          query={{ ...fetched, data: pageRows }}
          table={pages}
          columns={PAGE_COLUMNS}
          empty={<EmptyState text="Nothing was fetched in this period." />}
          toolbar={
            <>
              <SearchField label="Search pages..." value={pages.search} onChange={pages.setSearch} />
              {crawler && (
                <Chip
                  sx={{ alignSelf: 'center' }}
                  label={`Fetched by ${crawler}`}
                  onDelete={() => pages.setFilter('crawler', '')}
                />
              )}
              {fetched.data && fetched.data.total > fetched.data.data.length && (
                <Chip
                  sx={{ alignSelf: 'center' }}
                  variant="outlined"
                  label={`The ${formatCount(fetched.data.data.length)} most fetched of ${formatCount(fetched.data.total)}`}
                />
              )}
            </>
          }
        />
      </Box>
    </>
  );
}

function crawlerColumns(chosen: string, onChoose: (name: string) => void): readonly Column<Crawler>[] {
  return [
    {
      key: 'crawler',
      label: 'Crawler',
      isSortable: true,
      isLong: true,
      render: (row) => (
        <Link
          component="button"
          type="button"
          title={`What ${row.crawler} fetched`}
          aria-pressed={row.crawler === chosen}
          onClick={() => onChoose(row.crawler === chosen ? '' : row.crawler)}
          sx={{ textAlign: 'left' }}
        >
          {row.crawler}
        </Link>
      ),
    },
    { key: 'operator', label: 'Operator', isSortable: true, render: (row) => row.operator ?? '–' },
    {
      key: 'purpose',
      label: 'Fetches for',
      isSortable: true,
      render: (row) => (row.purpose ? CRAWLER_PURPOSES[row.purpose] : '–'),
    },
    { key: 'fetches', label: 'Fetched', isSortable: true, isNumeric: true, render: (row) => formatCount(row.fetches) },
    { key: 'pages', label: 'Pages', isSortable: true, isNumeric: true, render: (row) => formatCount(row.pages) },
    { key: 'last_at', label: 'Last', isSortable: true, render: (row) => <DateTime value={row.last_at} /> },
  ];
}
