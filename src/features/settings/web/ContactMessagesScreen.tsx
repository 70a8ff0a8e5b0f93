import { mdiDelete, mdiEmailCheckOutline, mdiEmailOpenOutline, mdiEmailOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { useCall } from '../../../platform/web/use-call.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { ContactMessage } from '../contract.ts';
import { SETTINGS_LASTING } from '../lasting.ts';
import { CONTACT_KEY, contactClient, contactQueries } from './client.ts';
import { CONTACT_COLUMNS } from './contact-columns.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const ContactMessageDialog = lazyPart(async () => ({
  default: (await import('./ContactMessageDialog.tsx')).ContactMessageDialog,
}));

const STATES = [
  { value: 'false', label: 'Unread' },
  { value: 'true', label: 'Read' },
];

/** Which dialog is open, and for which row. */
type Open = { kind: 'read' | 'delete'; message: ContactMessage };

/** The inbox of the contact form. */
export function ContactMessagesScreen() {
  const table = useTableState({ sortBy: 'created_at', order: 'desc', filters: { is_read: '' } });
  const messages = useQuery(contactQueries.list(table.query));
  const [open, setOpen] = useState<Open>();
  const queries = useQueryClient();
  const afterChange = useAfterChange(CONTACT_KEY);
  const call = useCall(CONTACT_KEY);
  const close = () => setOpen(undefined);

  const readAgain = () => void queries.invalidateQueries({ queryKey: CONTACT_KEY });

  const handleRead = (message: ContactMessage) => {
    setOpen({ kind: 'read', message });
    // a notice would lie over the dialog's buttons, and say what one sees
    if (!message.is_read) void contactClient.mark(message.id, true).then(readAgain, readAgain);
  };

  const handleMarkUnread = (message: ContactMessage) => {
    close();
    call(() => contactClient.mark(message.id, false));
  };

  const handleDelete = async ({ id }: ContactMessage) => {
    const { message = 'Message deleted.' } = await contactClient.remove(id);
    afterChange({ message });
    close();
  };

  return (
    <>
      <PageHeader
        title="Contact Messages"
        purpose="What readers wrote to you through the contact form."
        action={<ListCsv list="/settings/contact-messages" query={table.query} total={messages.data?.total} />}
      />
      <DataTable
        label="Contact messages"
        columns={CONTACT_COLUMNS}
        query={messages}
        table={table}
        empty={
          <EmptyState
            text="No message yet. What is sent through the contact form arrives here."
            action={
              <Button variant="outlined" href="/contact" target="_blank" rel="noopener">
                View the contact form
              </Button>
            }
          />
        }
        actions={[
          { label: 'Read message', icon: mdiEmailOpenOutline, onClick: handleRead },
          {
            label: 'Mark as read',
            icon: mdiEmailCheckOutline,
            isShown: (message) => !message.is_read,
            onClick: (message) => call(() => contactClient.mark(message.id, true)),
          },
          {
            label: 'Mark as unread',
            icon: mdiEmailOutline,
            isShown: (message) => message.is_read,
            onClick: (message) => call(() => contactClient.mark(message.id, false)),
          },
          { label: 'Delete message', icon: mdiDelete, onClick: (message) => setOpen({ kind: 'delete', message }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search messages..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="is_read" label="State" options={STATES} />
          </>
        }
      />
      <Suspense>
        {open?.kind === 'read' && (
          <ContactMessageDialog
            message={open.message}
            onMarkUnread={() => handleMarkUnread(open.message)}
            onDelete={() => setOpen({ kind: 'delete', message: open.message })}
            onClose={close}
          />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <ConfirmDialog
          text={`Are you sure you want to delete the message from ${open.message.name}?`}
          lasting={SETTINGS_LASTING.message}
          onConfirm={() => handleDelete(open.message)}
          onClose={close}
        />
      )}
    </>
  );
}
