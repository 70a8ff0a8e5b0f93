import {
  mdiContentSaveOutline,
  mdiDeleteOutline,
  mdiEmailOutline,
  mdiPinOffOutline,
  mdiPinOutline,
  mdiShareVariantOutline,
} from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKeptState } from '../../../../platform/web/session/kept-form.ts';
import { KeptNotice } from '../../../../platform/web/ui/form/KeptNotice.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { IfMayWrite } from '../../../../platform/web/session/IfMayWrite.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { useChangeNotice } from '../../../../platform/web/undo/use-change-notice.ts';
import type { SavedView } from '../../report-contract.ts';
import { statsClient, statsQueries } from '../client.ts';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';
import { viewQuery } from './view-query.ts';

const MailView = lazyPart(async () => ({ default: (await import('./MailView.tsx')).MailView }));
const ShareView = lazyPart(async () => ({ default: (await import('./ShareView.tsx')).ShareView }));

/** Reports by name. A view is the address of a report, so opening one is following a link. */
export function SavedViews() {
  const [params, setParams] = useSearchParams();
  const [isNaming, setIsNaming] = useState(false);
  const [name, setName, kept] = useKeptState('name of a view', '');
  const [isRemoving, setIsRemoving] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const [isMailing, setIsMailing] = useState(false);
  const notify = useChangeNotice();
  const queries = useQueryClient();
  const saved = useQuery(statsQueries.views());
  const views = saved.data?.data ?? [];
  const opened = views.find((view) => viewQuery(view.query) === viewQuery(params));
  const handleClose = () => {
    kept.drop();
    setName('');
    setIsNaming(false);
  };
  const handleDone = ({ message }: { message?: string }) => {
    handleClose();
    setIsRemoving(false);
    notify({ message: message ?? 'Done.' });
    return queries.invalidateQueries({ queryKey: ['stats', 'views'] });
  };
  const pin = useMutation({
    mutationFn: ({ id, is_pinned: isPinned }: SavedView) =>
      isPinned ? statsClient.unpinView(id) : statsClient.pinView(id),
    onSuccess: ({ message }) => {
      notify({ message });
      return queries.invalidateQueries({ queryKey: ['stats', 'views'] });
    },
    onError: ({ message }) => notify({ message, tone: 'error' }),
  });
  const save = useMutation({ mutationFn: statsClient.saveView, onSuccess: handleDone });
  return (
    <>
      <FailedParts queries={[saved]} />
      {views.length > 0 && (
        <FilterSelect
          label="Saved view"
          all="None"
          value={opened ? String(opened.id) : ''}
          options={views.map((view) => ({ value: String(view.id), label: view.name }))}
          onChange={(id) => setParams(views.find((view) => String(view.id) === id)?.query ?? '')}
        />
      )}
      {opened && (
        <Button
          startIcon={<Icon path={opened.is_pinned ? mdiPinOffOutline : mdiPinOutline} />}
          disabled={pin.isPending}
          onClick={() => pin.mutate(opened)}
        >
          {opened.is_pinned ? 'Unpin' : 'Pin to drawer'}
        </Button>
      )}
      {opened && (
        <Button startIcon={<Icon path={mdiEmailOutline} />} onClick={() => setIsMailing(true)}>
          Mail
        </Button>
      )}
      <IfMayWrite>
        {opened ? (
          <>
            <Button startIcon={<Icon path={mdiShareVariantOutline} />} onClick={() => setIsSharing(true)}>
              Share by link
            </Button>
            <Button startIcon={<Icon path={mdiDeleteOutline} />} onClick={() => setIsRemoving(true)}>
              Remove view
            </Button>
          </>
        ) : (
          <Button startIcon={<Icon path={mdiContentSaveOutline} />} onClick={() => setIsNaming(true)}>
            Save view
          </Button>
        )}
      </IfMayWrite>
      <Suspense>{isMailing && opened && <MailView view={opened} onClose={() => setIsMailing(false)} />}</Suspense>
      <Suspense>{isSharing && opened && <ShareView view={opened} onClose={() => setIsSharing(false)} />}</Suspense>
      {isRemoving && opened && (
        <ConfirmDialog
          title="Remove View?"
          text={`“${opened.name}” is gone from the list and from the drawer of everybody who pinned it. Links to it stop working for good, and it is mailed to nobody any more; its numbers stay.`}
          confirmLabel="Remove"
          onConfirm={async () => handleDone(await statsClient.removeView(opened.id))}
          onClose={() => setIsRemoving(false)}
        />
      )}
      {isNaming && (
        <Dialog open onClose={handleClose} maxWidth="xs" fullWidth aria-labelledby="view-title">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate({ name, query: viewQuery(params) });
            }}
          >
            <DialogTitle id="view-title">Save View</DialogTitle>
            <DialogContent>
              <KeptNotice kept={kept} />
              <TextField
                autoFocus
                fullWidth
                required
                margin="dense"
                label="Name"
                value={name}
                onChange={(event) => setName(event.target.value)}
                error={save.isError}
                helperText={save.error?.message ?? 'Keeps the days, filters, lines and columns of this report.'}
              />
            </DialogContent>
            <DialogActions>
              <Button onClick={handleClose}>Cancel</Button>
              <Button type="submit" variant="contained" disabled={save.isPending || name.trim() === ''}>
                Save
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
    </>
  );
}
