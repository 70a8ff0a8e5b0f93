import { mdiTextBoxSearchOutline, mdiUndo } from '@mdi/js';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { DayField } from '../../../platform/web/ui/inputs/DayField.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FilterSelect } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import { useTimeZone } from '../../../platform/web/ui/time-zone.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { AuditRecord } from '../contract-audit.ts';
import { auditQueries } from './audit/audit-client.ts';
import { fieldsOf } from './audit/audit-words.ts';
import { asWords } from '../../../platform/text/as-words.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const AuditDialog = lazyPart(async () => ({ default: (await import('./audit/AuditDialog.tsx')).AuditDialog }));

const UndoDialog = lazyPart(async () => ({ default: (await import('./audit/UndoDialog.tsx')).UndoDialog }));

/** Names shown in the list; the dialog shows all. */
const NAMES_SHOWN = 4;

const COLUMNS: readonly Column<AuditRecord>[] = [
  {
    key: 'entity_name',
    label: 'Record',
    isLong: true,
    render: ({ entity, entity_id: id, entity_name: name }) => (
      <>
        <Box component="strong" sx={{ display: 'block' }}>
          <CutText>{name ?? `#${id}`}</CutText>
        </Box>
        {asWords(entity)}
      </>
    ),
  },
  { key: 'action', label: 'What', render: ({ action }) => <StatusChip status={action} tone={toneOf(action)} /> },
  { key: 'fields', label: 'Fields', isLong: true, render: (record) => fieldNames(record) },
  { key: 'actor', label: 'Who', render: ({ actor, key }) => (key === null ? actor : `${actor}, by the key ${key}`) },
  { key: 'created_at', label: 'When', isSortable: true, render: (record) => <DateTime value={record.created_at} /> },
];

/** Who changed what, and when. */
export function AuditScreen() {
  const table = useTableState({
    sortBy: 'created_at',
    order: 'desc',
    itemsPerPage: 25,
    filters: { entity: '', action: '', actor: '', from: '', to: '' },
  });
  // a day is one of the zone in which the list shows its times
  const tz = useTimeZone();
  const records = useQuery(auditQueries.list({ ...table.query, tz }));
  const [shown, setShown] = useState<AuditRecord>();
  const [undone, setUndone] = useState<AuditRecord>();
  const { entities = [], actions = [], actors = [] } = records.data ?? {};

  const choice = (name: 'entity' | 'action' | 'actor', label: string, words: readonly string[]) => (
    <FilterSelect
      label={label}
      value={table.filters[name]}
      options={words.map((word) => ({ value: word, label: name === 'actor' ? word : asWords(word) }))}
      onChange={(value) => table.setFilter(name, value)}
    />
  );
  const day = (name: 'from' | 'to', label: string) => (
    <DayField label={label} value={table.filters[name]} onChange={(value) => table.setFilter(name, value)} />
  );

  return (
    <>
      <PageHeader
        title="Audit Log"
        purpose="Who changed what, and when. It is kept for as long as the site is there, and nobody can edit it. A change can be undone for 30 days."
        action={<ListCsv list="/settings/audit" query={{ ...table.query, tz }} total={records.data?.total} />}
      />
      <DataTable
        label="Audit log"
        columns={COLUMNS}
        query={records}
        table={table}
        empty={<EmptyState text="Nothing on record yet. Every change in the back office is noted here." />}
        actions={[
          { label: 'Show the change', icon: mdiTextBoxSearchOutline, onClick: setShown },
          { label: 'Undo', icon: mdiUndo, onClick: setUndone, isShown: ({ undo }) => undo.can },
        ]}
        toolbar={
          <>
            <SearchField label="Search records by name..." value={table.search} onChange={table.setSearch} />
            {choice('entity', 'Kind', entities)}
            {choice('action', 'What', actions)}
            {choice('actor', 'Who', actors)}
            {day('from', 'From')}
            {day('to', 'To')}
          </>
        }
      />
      <Suspense>
        {shown && (
          <AuditDialog
            record={shown}
            onUndo={() => {
              setShown(undefined);
              setUndone(shown);
            }}
            onClose={() => setShown(undefined)}
          />
        )}
        {undone && (
          <UndoDialog
            entry={{
              id: undone.id,
              title: `Undo: ${undone.entity_name ?? asWords(undone.entity)}`,
              about: (
                <>
                  {asWords(undone.action)} by {undone.actor}, <DateTime value={undone.created_at} />
                </>
              ),
            }}
            onClose={() => setUndone(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

const TONES: Record<string, 'good' | 'bad' | 'warn'> = {
  create: 'good',
  delete: 'bad',
  disable: 'bad',
  login_failed: 'warn',
  code_failed: 'warn',
};
const toneOf = (action: string) => TONES[action] ?? 'calm';

function fieldNames(record: AuditRecord): string {
  // a new or deleted record names all it has
  if (record.action === 'create' || record.action === 'delete') return '';
  const names = fieldsOf(record).map((field) => asWords(field.name));
  const more = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
