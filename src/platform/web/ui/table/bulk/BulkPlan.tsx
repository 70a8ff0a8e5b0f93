import { mdiAlertCircleOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { BulkChangesReply } from '../../../../paging.ts';
import { ViewDialog } from '../../dialog/ViewDialog.tsx';
import { Icon } from '../../Icon.tsx';

type One = BulkChangesReply['data'][number];

type Props<Id> = {
  title: string;
  /** What a dry run said. */
  plan: BulkChangesReply<Id>;
  nameOf: (id: Id) => string;
  /** @param ids those that change, and those that were refused: they are judged again */
  onApply: (ids: Id[]) => Promise<void>;
  onClose: () => void;
};

/** What one change would do to each of many rows, before it is made. */
export function BulkPlan<Id extends number | string>({ title, plan, nameOf, onApply, onClose }: Props<Id>) {
  const changing = plan.data.filter((one) => one.changes.length > 0);
  const others = plan.data.filter((one) => one.changes.length === 0);
  const ids = plan.data.filter((one) => one.changes.length > 0 || !one.ok).map(({ id }) => id);
  const apply = useMutation({ mutationFn: () => onApply(ids) });
  return (
    <ViewDialog
      title={title}
      onClose={onClose}
      actions={
        changing.length === 0 ? undefined : (
          <>
            <Button color="inherit" disabled={apply.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button variant="contained" loading={apply.isPending} onClick={() => apply.mutate()}>
              Change {changing.length}
            </Button>
          </>
        )
      }
    >
      <Box role="status" sx={{ fontWeight: 600, mb: 1 }}>
        {plan.message}
      </Box>
      <Box component="ul" aria-label="What changes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {[...changing, ...others].map((one) => (
          <Box
            component="li"
            key={one.id}
            sx={{ py: 1, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
          >
            <strong>{nameOf(one.id)}</strong>
            <Fate one={one} />
          </Box>
        ))}
      </Box>
      {apply.error && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {apply.error.message}
        </Alert>
      )}
    </ViewDialog>
  );
}

function Fate({ one }: { one: Omit<One, 'id'> }) {
  if (!one.ok)
    return (
      <Box sx={{ color: 'error.main', display: 'flex', gap: 0.5, alignItems: 'center' }}>
        <Icon path={mdiAlertCircleOutline} /> Stays as it is: {one.message}
      </Box>
    );
  if (one.changes.length === 0) return <Box sx={{ color: 'text.secondary' }}>Is so already.</Box>;
  return (
    <>
      {one.changes.map(({ what, before, after }) => (
        <Box key={what}>
          {what}: <s>{before ?? 'none'}</s> → {after === null || after === '' ? 'none' : after}
        </Box>
      ))}
      {one.message && <Box sx={{ color: 'warning.dark' }}>{one.message}</Box>}
    </>
  );
}
