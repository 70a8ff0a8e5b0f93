import type { QueryKey } from '@tanstack/react-query';
import { useAfterChange } from '../../use-after-change.ts';
import { type RemovalCalls, type RemovalWords, useRemoval } from '../../use-removal.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Archival = {
  update: (id: number, change: { status: 'archived'; version: number }) => Promise<unknown>;
  /** What the snackbar says then. */
  archived: string;
};

type Props = {
  /** Asks whether to delete it, by name. */
  text: string;
  record: { id: number; version: number };
  calls: RemovalCalls;
  /** The first words of the cache keys that are read again. */
  listKey: QueryKey;
  words: RemovalWords;
  /** Offered where the record is in use. */
  archival?: Archival;
  onClose: () => void;
  /** Also said by the snackbar, in the error colour, when it fails. */
  failureNotice?: string;
};

/** Asks before a record goes to the trash; one that is in use may be archived instead. */
export function RemovalDialog({ text, record, calls, listKey, words, archival, onClose, ...notice }: Props) {
  const remove = useRemoval(calls, listKey, words);
  const afterChange = useAfterChange(listKey);

  const handleDelete = async () => {
    await remove(record.id);
    onClose();
  };

  const handleArchive = async ({ update, archived }: Archival) => {
    await update(record.id, { status: 'archived', version: record.version });
    afterChange({ message: archived });
    onClose();
  };

  return (
    <ConfirmDialog
      text={text}
      onConfirm={handleDelete}
      {...(archival && { instead: { label: 'Archive instead', onConfirm: () => handleArchive(archival) } })}
      onClose={onClose}
      {...notice}
    />
  );
}
