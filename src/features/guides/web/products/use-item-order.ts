import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moveElement } from '../../../../platform/web/move-element.ts';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import type { Item } from '../../contract.ts';
import { guideQueries, guidesClient } from '../client.ts';

type Order = { ids: number[]; before: number[] };

/** Puts the products of a guide in order: shown at once, stored in one call, and taken back with Undo. */
export function useItemOrder(guideId: number, items: readonly Item[]) {
  const queries = useQueryClient();
  const notify = useSnackbar();
  const [said, setSaid] = useState('');
  const { queryKey } = guideQueries.items(guideId);

  const show = async (ids: readonly number[]) => {
    await queries.cancelQueries({ queryKey });
    const place = new Map(ids.map((id, index) => [id, index + 1]));
    queries.setQueryData(queryKey, (old) =>
      old?.map((item) => ({ ...item, rank: place.get(item.id) ?? item.rank })).toSorted((a, b) => a.rank - b.rank),
    );
  };

  const order = useMutation({
    // one after the other: the last order pressed is the one that stays
    scope: { id: `reorder-${guideId}` },
    mutationFn: ({ ids }: Order) => guidesClient.reorder(guideId, ids),
    onError: async (error) => {
      notify({ message: error.message, tone: 'error' });
      await queries.invalidateQueries({ queryKey });
    },
  });

  const store = async (ids: number[], before: number[], message: string, canUndo: boolean) => {
    await show(ids);
    const stored = await order.mutateAsync({ ids, before }).catch(() => undefined);
    if (!stored) return;
    const undo = { label: 'Undo', onClick: () => void store(before, ids, 'The order is as it was.', false) };
    notify({ message, ...(canUndo && { action: undo }) });
    if (!canUndo) setSaid('The order is as it was.');
  };

  const move = async (from: number, to: number) => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length || from === to) return;
    const before = items.map((one) => one.id);
    setSaid(`${item.display_title} is now number ${to + 1} of ${items.length}.`);
    await store(moveElement(before, from, to), before, 'Order saved.', true);
  };

  return { move, said, say: setSaid };
}
