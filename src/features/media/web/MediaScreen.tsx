import { mdiDelete, mdiImageEditOutline, mdiImageSyncOutline, mdiUpload } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type RefObject, Suspense, useRef, useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { SearchField } from '../../../platform/web/ui/filters/SearchField.tsx';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { LibraryImage } from '../contract.ts';
import { MEDIA_KEY, mediaClient, mediaQueries } from './client.ts';
import { PICTURE_COLUMNS } from './picture-columns.tsx';
import { useUploads } from './use-uploads.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { MEDIA_LASTING } from '../lasting.ts';

const PictureDialog = lazyPart(async () => ({ default: (await import('./PictureDialog.tsx')).PictureDialog }));

const ACCEPT = 'image/png,image/jpeg,image/gif,image/webp';
const USES = [
  { value: 'true', label: 'In use' },
  { value: 'false', label: 'Not in use' },
];

/** Which dialog is open, and for which picture. */
type Open = { kind: 'edit' | 'replace' | 'delete'; picture: LibraryImage };

/** Every stored picture: what it shows, where it is used, and what can be done with it. */
export function MediaScreen() {
  const table = useTableState({ sortBy: 'created_at', order: 'desc', filters: { used: '' } });
  const pictures = useQuery(mediaQueries.list(table.query));
  const [open, setOpen] = useState<Open>();
  const { progress, add, replace } = useUploads();
  const afterChange = useAfterChange(MEDIA_KEY);
  const adder = useRef<HTMLInputElement>(null);
  const replacer = useRef<HTMLInputElement>(null);
  const close = () => setOpen(undefined);

  const handleReplacement = ([file]: File[]) => {
    if (file && open?.kind === 'replace') void replace(open.picture, file);
    close();
  };

  const uploadButton = (
    <IfMayWrite>
      <Button
        variant="contained"
        startIcon={<Icon path={mdiUpload} />}
        loading={progress !== undefined}
        loadingPosition="start"
        onClick={() => adder.current?.click()}
      >
        {progress && progress.total > 1 ? `Uploading ${progress.done + 1} of ${progress.total}...` : 'Upload pictures'}
      </Button>
    </IfMayWrite>
  );

  return (
    <>
      <PageHeader
        title="Media Library"
        purpose="Every picture that was uploaded: what it shows, where it is used, and one in place of another everywhere."
        action={
          <>
            <ListCsv list="/admin/images" query={table.query} total={pictures.data?.total} />
            {uploadButton}
          </>
        }
      />
      <FileInput
        ref={adder}
        label="Files to upload"
        multiple
        onFiles={(files) => files.length > 0 && void add(files)}
      />
      <FileInput ref={replacer} label="File to put in its place" onFiles={handleReplacement} />
      <DataTable
        label="Pictures"
        columns={PICTURE_COLUMNS}
        query={pictures}
        table={table}
        empty={
          <EmptyState text="No picture yet. Upload some here, or where they are to be shown." action={uploadButton} />
        }
        actions={[
          {
            label: 'Edit picture',
            icon: mdiImageEditOutline,
            onClick: (picture) => setOpen({ kind: 'edit', picture }),
          },
          {
            label: 'Replace picture',
            icon: mdiImageSyncOutline,
            onClick: (picture) => setOpen({ kind: 'replace', picture }),
          },
          { label: 'Delete picture', icon: mdiDelete, onClick: (picture) => setOpen({ kind: 'delete', picture }) },
        ]}
        toolbar={
          <>
            <SearchField label="Search pictures..." value={table.search} onChange={table.setSearch} />
            <TableFilter table={table} name="used" label="Use" options={USES} />
          </>
        }
      />
      <Suspense>
        {open?.kind === 'edit' && (
          <PictureDialog
            picture={open.picture}
            onClose={close}
            onSaved={(message) => {
              afterChange({ message });
              close();
            }}
          />
        )}
      </Suspense>
      {open && <Questions open={open} onReplace={() => replacer.current?.click()} onClose={close} />}
    </>
  );
}

type FileInputProps = {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
};

function FileInput({ ref, label, multiple = false, onFiles }: FileInputProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // the same files may be chosen again after a failure
    event.target.value = '';
    onFiles(files);
  };
  return (
    <input
      ref={ref}
      type="file"
      accept={ACCEPT}
      multiple={multiple}
      hidden
      aria-label={label}
      onChange={handleChange}
    />
  );
}

type QuestionsProps = { open: Open; onReplace: () => void; onClose: () => void };

function Questions({ open, onReplace, onClose }: QuestionsProps) {
  const afterChange = useAfterChange(MEDIA_KEY);
  const handleDelete = async ({ id }: LibraryImage) => {
    const { message = 'Picture deleted.' } = await mediaClient.remove(id);
    afterChange({ message });
    onClose();
  };

  return (
    <>
      {open.kind === 'replace' && (
        <ConfirmDialog
          title="Replace this picture?"
          text={`The file that you choose will stand wherever this picture stands now: ${whereOf(open.picture)}. This one stays in the library.`}
          confirmLabel="Choose a file"
          isDanger={false}
          onConfirm={onReplace}
          onClose={onClose}
        />
      )}
      {open.kind === 'delete' && (
        <ConfirmDialog
          text="Are you sure you want to delete this picture and its smaller forms?"
          lasting={MEDIA_LASTING.picture}
          onConfirm={() => handleDelete(open.picture)}
          onClose={onClose}
        />
      )}
    </>
  );
}

function whereOf({ used_in: count, used_by: users }: LibraryImage): string {
  if (count === 0) return 'at present nowhere';
  return count === 1 ? `in the ${users[0]!.kind} “${users[0]!.name}”` : `in ${count} records`;
}
