import { mdiBellCheckOutline, mdiBellRingOutline, mdiCheckAll, mdiTextBoxOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../platform/web/use-call.ts';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { useMayWrite } from '../../../platform/web/session/permissions.ts';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Alert, AlertChange } from '../contract.ts';
import { ALERT_SEVERITIES, ALERT_STATES } from '../words.ts';
import { ALERT_COLUMNS } from './alert-columns.tsx';
import { asWords } from '../../../platform/text/as-words.ts';
import { TryChannels } from './TryChannels.tsx';
import { ALERTS_KEY, alertsClient, alertsQueries } from './client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const AlertDialog = lazyPart(async () => ({ default: (await import('./AlertDialog.tsx')).AlertDialog }));

const choices = (words: readonly string[]) => words.map((value) => ({ value, label: asWords(value) }));

/** What needs a person, the newest first. */
export function AlertsScreen() {
  const table = useTableState({
    sortBy: 'last_at',
    order: 'desc',
    itemsPerPage: 25,
    filters: { state: '', severity: '', kind: '' },
  });
  const alerts = useQuery(alertsQueries.list(table.query));
  const counted = useQuery(alertsQueries.counts());
  const [shown, setShown] = useState<Alert>();
  const mayWrite = useMayWrite();
  const ask = useCall(ALERTS_KEY);
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: ALERTS_KEY });

  const handleShow = (alert: Alert) => {
    setShown(alert);
    // nothing that was asked for, so nothing is said; what fails is shown as unread still
    if (mayWrite && !alert.is_read) void alertsClient.change(alert.id, { is_read: true }).then(readAgain, readAgain);
  };

  const handleDecide = (alert: Alert, change: AlertChange) => {
    setShown(undefined);
    ask(() => alertsClient.change(alert.id, change));
  };

  return (
    <>
      <PageHeader
        title="Alerts"
        purpose="What needs you. An alert closes by itself when its trouble is over; a repeat joins the one that is open."
        action={
          <>
            <ListCsv list="/admin/alerts" query={table.query} total={alerts.data?.total} />
            <IfMayWrite>
              <TryChannels onTry={(channel) => ask(() => alertsClient.test(channel))} />
              <Button
                variant="outlined"
                startIcon={<Icon path={mdiCheckAll} />}
                disabled={!counted.data?.unread}
                onClick={() => ask(alertsClient.readAll)}
              >
                Mark All as Read
              </Button>
            </IfMayWrite>
          </>
        }
      />
      <FailedParts queries={[counted]} />
      <DataTable
        label="Alerts"
        columns={ALERT_COLUMNS}
        query={alerts}
        table={table}
        empty={
          <EmptyState
            text="No alert yet. Traffic that drops or leaps, conversions that stay away, full offers and dead links will be told here, and by e-mail or webhook where the settings say so."
            action={
              <IfMayWrite>
                <Button variant="outlined" component={Link} to="/admin/settings">
                  Site Settings
                </Button>
              </IfMayWrite>
            }
          />
        }
        actions={[
          { label: 'Show Alert', isReading: true, icon: mdiTextBoxOutline, onClick: handleShow },
          {
            label: 'Close Alert',
            icon: mdiBellCheckOutline,
            isShown: ({ state }) => state !== 'closed',
            onClick: (alert) => handleDecide(alert, { state: 'closed' }),
          },
          {
            label: 'Open Again',
            icon: mdiBellRingOutline,
            isShown: ({ state }) => state === 'closed',
            onClick: (alert) => handleDecide(alert, { state: 'open' }),
          },
        ]}
        toolbar={
          <>
            <SearchField label="Search alerts..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="state" label="State" options={choices(ALERT_STATES)} />
            <TableFilter table={table} name="severity" label="Severity" options={choices(ALERT_SEVERITIES)} />
            <TableFilter table={table} name="kind" label="Kind" options={choices(alerts.data?.kinds ?? [])} />
          </>
        }
      />
      <Suspense>
        {shown && (
          <AlertDialog
            alert={shown}
            onChange={(change) => handleDecide(shown, change)}
            onClose={() => setShown(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
