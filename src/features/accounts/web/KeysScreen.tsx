import { mdiKeyRemove } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { AddButton } from '../../../platform/web/ui/AddButton.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { onePage } from '../../../platform/web/ui/table/one-page.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { ApiKey, MadeKey } from '../contract-keys.ts';
import { ACCOUNTS_LASTING } from '../lasting.ts';
import { KEY_COLUMNS } from './keys/key-columns.tsx';
import { KEYS_KEY, keysClient, keysQueries } from './keys/keys-client.ts';

const KeyDialog = lazyPart(async () => ({ default: (await import('./keys/KeyDialog.tsx')).KeyDialog }));
const MadeKeyDialog = lazyPart(async () => ({ default: (await import('./keys/MadeKeyDialog.tsx')).MadeKeyDialog }));

/** Which dialog is open, and for which key. */
type Open = { kind: 'make' } | { kind: 'made'; made: MadeKey } | { kind: 'revoke'; key: ApiKey };

/** The keys by which programs call the API, of whoever looks; an administrator sees those of everybody. */
export function KeysScreen() {
  const table = useTableState({ sortBy: 'created_at', order: 'desc', itemsPerPage: -1 });
  const asked = { sortBy: table.sortBy, order: table.order };
  const keys = useQuery(keysQueries.all(asked));
  const [open, setOpen] = useState<Open>();
  const queries = useQueryClient();
  const afterChange = useAfterChange(KEYS_KEY);
  const close = () => setOpen(undefined);
  const data = onePage(keys.data?.data);
  const makeButton = <AddButton onClick={() => setOpen({ kind: 'make' })}>Make a key</AddButton>;

  const handleMade = (made: MadeKey) => {
    void queries.invalidateQueries({ queryKey: KEYS_KEY });
    setOpen({ kind: 'made', made });
  };
  const handleRevoke = async (id: number) => {
    afterChange(await keysClient.revoke(id));
    close();
  };

  return (
    <>
      <PageHeader
        title="API Keys"
        purpose={`By a key a program calls the API in somebody's name. Each may make ${keys.data?.calls_per_minute ?? 600} calls a minute.`}
        action={
          <>
            <ListCsv list="/settings/keys" query={asked} total={data?.total} />
            <Button component="a" href="/api/docs" target="_blank" rel="noopener">
              API reference
            </Button>
            {makeButton}
          </>
        }
      />
      <DataTable
        label="API keys"
        columns={KEY_COLUMNS}
        query={{ ...keys, data }}
        table={table}
        empty={<EmptyState text="No key yet. A program that reads your numbers needs one." action={makeButton} />}
        actions={[
          {
            label: 'Revoke',
            icon: mdiKeyRemove,
            onClick: (key) => setOpen({ kind: 'revoke', key }),
            isShown: ({ state }) => state === 'active',
          },
        ]}
      />
      <Suspense>
        {open?.kind === 'make' && <KeyDialog onMade={handleMade} onClose={close} />}
        {open?.kind === 'made' && <MadeKeyDialog made={open.made} onClose={close} />}
      </Suspense>
      {open?.kind === 'revoke' && (
        <ConfirmDialog
          title="Revoke this key?"
          text={`What uses ${open.key.name} is refused from its next call on.`}
          lasting={ACCOUNTS_LASTING.key}
          confirmLabel="Revoke"
          onConfirm={() => handleRevoke(open.key.id)}
          onClose={close}
        />
      )}
    </>
  );
}
