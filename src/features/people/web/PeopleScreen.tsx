import { mdiAccountPlusOutline, mdiDelete, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { RemovalDialog } from '../../../platform/web/ui/dialog/RemovalDialog.tsx';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Person } from '../contract.ts';
import { PEOPLE_KEY, peopleClient, peopleQueries } from './client.ts';
import { PERSON_COLUMNS } from './person-columns.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const PersonDialog = lazyPart(async () => ({ default: (await import('./PersonDialog.tsx')).PersonDialog }));

/** Which dialog is open, and for whom. */
type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; person: Person };

/** Authors and reviewers, and what can be done with one. */
export function PeopleScreen() {
  const table = useTableState({ sortBy: 'name' });
  const people = useQuery(peopleQueries.list(table.query));
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(PEOPLE_KEY);
  const close = () => setOpen(undefined);

  const addButton = (
    <IfMayWrite>
      <Button
        variant="contained"
        startIcon={<Icon path={mdiAccountPlusOutline} />}
        onClick={() => setOpen({ kind: 'add' })}
      >
        Add person
      </Button>
    </IfMayWrite>
  );

  return (
    <>
      <PageHeader
        title="People"
        purpose="Who writes and checks your guides and reviews. Readers see them by name, with a page of their own."
        action={
          <>
            <ListCsv list="/settings/people" query={table.query} total={people.data?.total} />
            {addButton}
          </>
        }
      />
      <DataTable
        label="People"
        columns={PERSON_COLUMNS}
        query={people}
        table={table}
        empty={
          <EmptyState
            text="Nobody yet. Add who writes here, so that guides and reviews can name an author and a reviewer."
            action={addButton}
          />
        }
        actions={[
          { label: 'Edit person', icon: mdiPencil, onClick: (person) => setOpen({ kind: 'edit', person }) },
          { label: 'Delete person', icon: mdiDelete, onClick: (person) => setOpen({ kind: 'delete', person }) },
        ]}
        toolbar={<SearchField label="Search people..." value={table.search} onChange={table.setSearch} />}
      />
      <Suspense>
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <PersonDialog
            person={open.kind === 'edit' ? open.person : undefined}
            onClose={close}
            onSaved={(message) => {
              afterChange({ message });
              close();
            }}
          />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <RemovalDialog
          text={`Are you sure you want to delete ${open.person.name}? The person's page will be gone from the site.`}
          record={open.person}
          calls={peopleClient}
          listKey={PEOPLE_KEY}
          words={{ removed: 'Person deleted.', restored: 'Person restored.' }}
          onClose={close}
        />
      )}
    </>
  );
}
