import {
  mdiDeleteSweep,
  mdiFlaskOutline,
  mdiMapMarkerPath,
  mdiReplay,
  mdiSendCheckOutline,
  mdiTextBoxOutline,
} from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { useCall } from '../../../platform/web/use-call.ts';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { DayField } from '../../../platform/web/ui/inputs/DayField.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { type TableState, useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import { EVENT_TYPES } from '../../sources/contract.ts';
import type { PostbackLog } from '../../conversions/contract.ts';
import type { LogSummary } from '../contract.ts';
import { DELIVERIES_LASTING } from '../lasting.ts';
import { logsPath, POSTBACK_LOGS_KEY, postbackLogQueries, postbackLogsClient } from './client.ts';
import { DemoDialog } from './DemoDialog.tsx';
import { LOG_COLUMNS } from './log-columns.tsx';
import { LogDetails } from './LogDetails.tsx';
import { StoppedNotice } from './StoppedNotice.tsx';
import { TestPostbackDialog } from './TestPostbackDialog.tsx';

const STATES = ['sent', 'retrying', 'failed', 'skipped', 'cancelled'].map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
const EVENTS = EVENT_TYPES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
const ROWS = [{ value: 'false', label: 'Real only' }];

const FILTERS = { state: '', event_type: '', click_id: '', date_from: '', date_to: '', include_demo: '' };

type Props = { source: { id: number; name: string }; onClose: () => void };

/** The postbacks that a traffic source was sent: every attempt, with replay and demo rows. */
export function SourceLogDialog({ source, onClose }: Props) {
  const table = useTableState({
    sortBy: 'created_at',
    order: 'desc',
    itemsPerPage: 25,
    prefix: 'log_',
    filters: FILTERS,
  });
  const logs = useQuery(postbackLogQueries.list(source.id, table.query));
  const [shown, setShown] = useState<PostbackLog>();
  const [making, setMaking] = useState<'demo' | 'test'>();
  const afterChange = useAfterChange(POSTBACK_LOGS_KEY);
  const act = useCall(POSTBACK_LOGS_KEY);

  const rows = logs.data?.data ?? [];
  const demoButton = (
    <Button startIcon={<Icon path={mdiFlaskOutline} />} onClick={() => setMaking('demo')}>
      Demo postbacks
    </Button>
  );
  return (
    <ViewDialog title={`Postback log: ${source.name}`} width="table" onClose={onClose}>
      <StoppedNotice sourceId={source.id} />
      {logs.data && <Summary summary={logs.data.summary} />}
      {(logs.data?.total ?? 0) > 0 && (
        <IfMayWrite>
          <Box sx={{ mb: 2 }}>
            <CannotUndo why={DELIVERIES_LASTING.sent} />
          </Box>
        </IfMayWrite>
      )}
      <DataTable
        label="Postbacks"
        columns={LOG_COLUMNS}
        query={logs}
        table={table}
        empty={
          <EmptyState
            text="No postback yet. One is sent when a conversion of this source reaches a status that it wants."
            action={demoButton}
          />
        }
        actions={[
          { label: 'Show details', icon: mdiTextBoxOutline, onClick: setShown },
          {
            label: 'Show Timeline',
            icon: mdiMapMarkerPath,
            isShown: (log) => !log.is_demo && log.click_id !== null,
            to: (log) => `/admin/timeline?id=${encodeURIComponent(log.click_id ?? '')}`,
          },
          {
            label: 'Send again',
            icon: mdiReplay,
            isShown: (log) => !log.is_demo && !log.is_test && log.direction === 'out',
            onClick: (log) => act(() => postbackLogsClient.replay(source.id, log.id)),
          },
        ]}
        toolbar={
          <>
            <LogFilters table={table} />
            <ListCsv list={logsPath(source.id)} query={table.query} total={logs.data?.total} />
            <Button
              startIcon={<Icon path={mdiReplay} />}
              disabled={!logs.data?.summary.failed}
              onClick={() => act(() => postbackLogsClient.resendFailed(source.id))}
            >
              Send all failed again
            </Button>
            {demoButton}
            <Button startIcon={<Icon path={mdiSendCheckOutline} />} onClick={() => setMaking('test')}>
              Send a Test
            </Button>
            <Button
              startIcon={<Icon path={mdiDeleteSweep} />}
              disabled={!rows.some((log) => log.is_demo)}
              onClick={() => act(() => postbackLogsClient.clearDemo(source.id))}
            >
              Clear demo rows
            </Button>
          </>
        }
      />
      {shown && <LogDetails sourceId={source.id} log={shown} onClose={() => setShown(undefined)} />}
      {making === 'test' && (
        <TestPostbackDialog
          source={source}
          onClose={() => setMaking(undefined)}
          onSent={({ message, data }) => {
            setMaking(undefined);
            setShown(data);
            afterChange({ message, tone: data.state === 'sent' ? 'success' : 'error' });
          }}
        />
      )}
      {making === 'demo' && (
        <DemoDialog
          sourceId={source.id}
          onClose={() => setMaking(undefined)}
          onMade={(message) => {
            setMaking(undefined);
            afterChange({ message });
          }}
        />
      )}
    </ViewDialog>
  );
}

function LogFilters({ table }: { table: TableState<keyof typeof FILTERS> }) {
  const { filters } = table;
  return (
    <>
      <TableFilter table={table} name="state" label="State" options={STATES} />
      <TableFilter table={table} name="event_type" label="Event" options={EVENTS} />
      <SearchField
        label="Click ID"
        value={filters.click_id}
        onChange={(value) => table.setFilter('click_id', value.trim())}
      />
      <DayField label="From" value={filters.date_from} onChange={(day) => table.setFilter('date_from', day)} />
      <DayField label="To" value={filters.date_to} onChange={(day) => table.setFilter('date_to', day)} />
      <TableFilter table={table} name="include_demo" label="Rows" all="Real and demo" options={ROWS} />
    </>
  );
}

function Summary({ summary }: { summary: LogSummary }) {
  const facts = [
    ['Sent', summary.sent],
    ['Retrying', summary.retrying],
    ['Failed', summary.failed],
    ['Skipped', summary.skipped],
    ['95 % took at most', summary.p95_ms === null ? 'unknown' : `${summary.p95_ms} ms`],
  ];
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0, mb: 2 }}>
      {facts.map(([label, value]) => (
        <Box key={label}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
