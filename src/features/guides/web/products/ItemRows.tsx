import Box from '@mui/material/Box';
import { useRef, useState } from 'react';
import type { Item } from '../../contract.ts';
import { orderConflicts } from '../../order.ts';
import { inOrderOf, type Look } from './item-looks.ts';
import { ItemRow } from './ItemRow.tsx';
import { ItemsBar } from './ItemsBar.tsx';
import type { ItemNumbers } from './ItemNumbersLine.tsx';
import { type Move, useMoveFocus } from '../use-move-focus.ts';
import { useItemOrder } from './use-item-order.ts';
import { useRowLift } from '../../../../platform/web/use-row-lift.ts';
import { visuallyHidden } from '../../../../platform/web/styles/visually-hidden.ts';

type Props = {
  guideId: number;
  items: readonly Item[];
  /** Undefined while they are on their way. */
  numbers: ItemNumbers | undefined;
  onDelete: (item: Item) => void;
  onToggle: (item: Item) => void;
  loadCsv: (() => Promise<File>) | undefined;
};

/** What is not as the scores have it, by the product that should tell readers why; those that tell it are left out. */
function conflictsOf(items: readonly Item[]): Map<number, string> {
  const standings = items
    .filter((item) => item.is_visible)
    .map(({ id, badge, score, total_score: total, display_title: name }) => {
      const points = score ?? total;
      return { id, badge, name, score: points === null ? null : Math.round(points * 10) };
    });
  const told = new Set(items.flatMap(({ id, rank_reason: reason }) => (reason ? [id] : [])));
  return new Map(
    orderConflicts(standings)
      .filter(({ id }) => !told.has(id))
      .map(({ id, message }) => [id, message]),
  );
}

/** The products as rows that are moved by a handle or by buttons; each move is stored at once. They can be looked at by their numbers. */
export function ItemRows({ guideId, items, numbers, onDelete, onToggle, loadCsv }: Props) {
  const [look, setLook] = useState<Look | ''>('');
  const list = useRef<HTMLOListElement>(null);
  const focusAfter = useMoveFocus(list, items);
  const order = useItemOrder(guideId, items);
  const nameOf = (index: number) => items[index]!.display_title;
  const of = (index: number) => `number ${index + 1} of ${items.length}`;

  const move = (from: number, to: number, button: Move['button']) => {
    focusAfter({ id: items[from]!.id, button });
    void order.move(from, to);
  };

  const { lift, handlePropsOf, placeOf } = useRowLift({
    list,
    count: items.length,
    onLift: (from) =>
      order.say(
        `${nameOf(from)} is lifted, ${of(from)}. Arrows move it, Space puts it down, Escape leaves it where it was.`,
      ),
    onOver: (_from, to) => order.say(`${of(to).replace('n', 'N')}.`),
    onDrop: (from, to) => move(from, to, 'handle'),
    onLeave: (from) => order.say(`${nameOf(from)} stays ${of(from)}.`),
  });

  const conflicts = conflictsOf(items);
  const looked = look && new Map(inOrderOf(items, look, numbers).map((item, place) => [item.id, place]));

  return (
    <>
      {items.length > 1 && <ItemsBar look={look} onLook={setLook} loadCsv={loadCsv} />}
      <Box
        component="ol"
        ref={list}
        aria-label={look ? 'Products by their numbers' : 'Products by rank'}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column' }}
      >
        {items.map((item, index) => (
          <ItemRow
            key={item.id}
            item={item}
            conflict={conflicts.get(item.id)}
            place={looked ? looked.get(item.id)! : placeOf(index)}
            rankPlace={looked ? index : undefined}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            lifted={lift?.from === index ? lift.by : undefined}
            handleProps={handlePropsOf(index)}
            numbers={numbers}
            onUp={() => move(index, index - 1, 'up')}
            onDown={() => move(index, index + 1, 'down')}
            editPath={`/admin/listicles/${guideId}/items/${item.id}`}
            onDelete={() => onDelete(item)}
            onToggle={() => onToggle(item)}
          />
        ))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {order.said}
      </Box>
    </>
  );
}
