import { mdiOpenInNew, mdiPlus, mdiSortDescending } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { useCall } from '../../../platform/web/use-call.ts';
import { RemovalDialog } from '../../../platform/web/ui/dialog/RemovalDialog.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Guide, Item } from '../contract.ts';
import { MAX_ITEMS } from '../limits.ts';
import { isPublicStatus } from '../../publishing/rules.ts';
import { GUIDES_KEY, guideQueries, guidesClient } from './client.ts';
import type { ItemNumbers } from './products/ItemNumbersLine.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// Editors bring the form library and the contract; the list does not wait for them.
// the rows come while their data is on its way
const ItemRows = lazyPart(async () => ({ default: (await import('./products/ItemRows.tsx')).ItemRows }));
const RankingDialog = lazyPart(async () => ({ default: (await import('./products/RankingDialog.tsx')).RankingDialog }));
const AddItemDialog = lazyPart(async () => ({ default: (await import('./products/AddItemDialog.tsx')).AddItemDialog }));

/** Which dialog is open, and for which product. */
type Open = { kind: 'add' | 'ranking' } | { kind: 'delete'; item: Item };

type Props = {
  /** Undefined while they are on their way. */
  numbers?: ItemNumbers | undefined;
  /** Their numbers at each place as a file. */
  loadCsv?: () => Promise<File>;
};

/** The products of one guide in the order of their ranks. */
export function GuideProductsScreen({ numbers, loadCsv }: Props) {
  const guideId = Number(useParams()['guideId']);
  const guide = useQuery(guideQueries.one(guideId));
  const items = useQuery(guideQueries.items(guideId));
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(GUIDES_KEY);
  const call = useCall(GUIDES_KEY);
  const close = () => setOpen(undefined);

  const handleSaved = (message: string) => {
    close();
    afterChange({ message });
  };

  const handleToggle = (item: Item) =>
    call(async () => {
      await guidesClient.updateItem(guideId, item.id, { is_visible: !item.is_visible, version: item.version });
      return { message: `${item.display_title} is ${item.is_visible ? 'hidden from' : 'shown to'} readers.` };
    });

  const isFull = (items.data?.length ?? 0) >= MAX_ITEMS;
  const addButton = (
    <Button
      variant="contained"
      startIcon={<Icon path={mdiPlus} />}
      disabled={isFull || !guide.data}
      onClick={() => setOpen({ kind: 'add' })}
    >
      Add Product
    </Button>
  );
  const failed = [guide, items].find((query) => query.error && !query.data);

  return (
    <>
      <BackLink to="/admin/listicles">Manage Listicles</BackLink>
      <PageHeader
        title="Manage Guide Products"
        purpose="What the guide ranks, in this order. An offer's price and link are edited once, at the offer."
        action={
          <>
            <Button
              variant="outlined"
              startIcon={<Icon path={mdiSortDescending} />}
              disabled={!guide.data || !items.data?.length}
              onClick={() => setOpen({ kind: 'ranking' })}
            >
              Scores and Order
            </Button>
            {addButton}
          </>
        }
      />
      <Paper variant="outlined" component="section" aria-label="Products" aria-busy={items.isFetching}>
        <GuideLine guide={guide.data} />
        {failed?.error ? (
          <ErrorState error={failed.error} onRetry={() => void Promise.all([guide.refetch(), items.refetch()])} />
        ) : items.data === undefined ? (
          <RowsToCome />
        ) : items.data.length === 0 ? (
          <EmptyState
            text="No product yet. Add the first one; the order can be changed at any time."
            action={addButton}
          />
        ) : (
          <Suspense fallback={<RowsToCome />}>
            <ItemRows
              guideId={guideId}
              items={items.data}
              numbers={numbers}
              loadCsv={loadCsv}
              onToggle={handleToggle}
              onDelete={(item) => setOpen({ kind: 'delete', item })}
            />
          </Suspense>
        )}
      </Paper>

      <Suspense>
        {open?.kind === 'add' && guide.data && (
          <AddItemDialog guide={guide.data} items={items.data ?? []} onClose={close} onSaved={handleSaved} />
        )}
        {open?.kind === 'ranking' && guide.data && items.data && (
          <RankingDialog guide={guide.data} items={items.data} onClose={close} onSaved={handleSaved} />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <RemovalDialog
          text={`Are you sure you want to remove "${open.item.display_title}" from this guide? This action cannot be undone.`}
          record={open.item}
          calls={{ remove: (id) => guidesClient.removeItem(guideId, id), restore: guidesClient.restoreItem }}
          listKey={GUIDES_KEY}
          words={{ removed: 'Product removed.', restored: 'Product restored.' }}
          onClose={close}
          failureNotice="Failed to remove product."
        />
      )}
    </>
  );
}

/** Which guide this is, and where readers see it. */
function GuideLine({ guide }: { guide: Guide | undefined }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        p: 2,
      }}
    >
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {guide ? guide.title : <Skeleton width={220} />}
      </Typography>
      {guide && <StatusChip status={guide.status} />}
      {guide && isPublicStatus(guide.status) && (
        <Button
          component="a"
          href={`/listicles/${guide.id}`}
          target="_blank"
          rel="noopener"
          size="small"
          endIcon={<Icon path={mdiOpenInNew} />}
          sx={{ ml: 'auto' }}
        >
          View live page
        </Button>
      )}
    </Box>
  );
}

function RowsToCome() {
  return (
    <Box aria-hidden>
      {[1, 2, 3].map((row) => (
        <Box key={row} sx={{ display: 'flex', gap: 2, p: 2, borderTop: 1, borderColor: 'divider' }}>
          <Skeleton variant="rounded" width={36} height={36} />
          <Skeleton variant="rounded" width={56} height={56} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="70%" />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
