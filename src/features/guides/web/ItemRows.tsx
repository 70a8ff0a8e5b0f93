import Box from '@mui/material/Box';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useSnackbar } from '../../../platform/web/ui/snackbar.ts';
import type { Item } from '../contract.ts';
import { moved } from '../rules.ts';
import { guideQueries, guidesClient } from './client.ts';
import { ItemRow } from './ItemRow.tsx';

type Props = {
  guideId: number;
  items: readonly Item[];
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
};

type Move = { id: number; direction: 'up' | 'down' };

/** The products as rows that are moved by buttons or by dragging; each move is saved at once. */
export function ItemRows({ guideId, items, onEdit, onDelete }: Props) {
  const queries = useQueryClient();
  const notify = useSnackbar();
  const list = useRef<HTMLOListElement>(null);
  const [lastMove, setLastMove] = useState<Move>();
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  const { queryKey } = guideQueries.items(guideId);

  const order = useMutation({
    // one after the other: the last order pressed is the one that stays
    scope: { id: `reorder-${guideId}` },
    mutationFn: (ids: number[]) => guidesClient.reorder(guideId, ids),
    onError: async (error) => {
      notify({ message: error.message, tone: 'error' });
      await queries.invalidateQueries({ queryKey });
    },
  });

  const handleMove = async (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    const item = items[from]!;
    const next = moved(items, from, to);
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(
      queryKey,
      next.map((one, index) => ({ ...one, rank: index + 1 })),
    );
    setSaid(`${item.display_title} is now number ${to + 1} of ${items.length}.`);
    setLastMove({ id: item.id, direction: to < from ? 'up' : 'down' });
    order.mutate(next.map((one) => one.id));
  };

  // A row that moves in the page loses the focus; the next press is meant for the same row.
  useEffect(() => {
    if (!lastMove) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${lastMove.id}"] [data-move]`) ?? [];
    const free = [...buttons].filter((button) => !button.disabled);
    (free.find((button) => button.dataset['move'] === lastMove.direction) ?? free[0])?.focus();
  }, [lastMove, items]);

  const handleDrop = (event: DragEvent, to: number) => {
    event.preventDefault();
    const from = items.findIndex((item) => item.id === dragged);
    if (from !== -1) void handleMove(from, to);
  };

  return (
    <>
      <Box component="ol" ref={list} aria-label="Products by rank" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item, index) => (
          <ItemRow
            key={item.id}
            item={item}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            isDragged={dragged === item.id}
            onUp={() => void handleMove(index, index - 1)}
            onDown={() => void handleMove(index, index + 1)}
            onEdit={() => onEdit(item)}
            onDelete={() => onDelete(item)}
            onDragStart={(event) => {
              // one browser drags nothing that carries no data
              event.dataTransfer.setData('text/plain', item.display_title);
              setDragged(item.id);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDrop={(event) => handleDrop(event, index)}
          />
        ))}
      </Box>
      <Box
        role="status"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {said}
      </Box>
    </>
  );
}
