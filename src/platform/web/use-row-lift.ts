import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { moveElement } from './move-element.ts';

/** A row that is held, and the place where it would be put. Indexes count from 0. */
export type Lift = { from: number; to: number; by: 'keys' | 'pointer' };

type Options = {
  /** The element whose children are the rows, in the stored order. */
  list: RefObject<HTMLElement | null>;
  count: number;
  onLift: (from: number) => void;
  /** The row that is held has another place now; nothing is stored yet. */
  onOver: (from: number, to: number) => void;
  onDrop: (from: number, to: number) => void;
  onLeave: (from: number) => void;
};

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => Math.max(at - 1, 0),
  ArrowDown: (at, last) => Math.min(at + 1, last),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Rows that are put in order by a handle: dragged with mouse or finger, or lifted with Space and moved with the arrows. While a row is
 * held the rows stay where they are in the page, so that neither focus nor pointer is lost; the caller shows the order by style.
 */
export function useRowLift({ list, count, onLift, onOver, onDrop, onLeave }: Options) {
  const [lift, setLift] = useState<Lift>();

  // where the row is shown is known once it was drawn there
  useEffect(() => {
    if (lift && lift.to !== lift.from) list.current?.children[lift.from]?.scrollIntoView({ block: 'nearest' });
  }, [lift, list]);

  const begin = (from: number, by: Lift['by']) => {
    setLift({ from, to: from, by });
    if (by === 'keys') onLift(from);
  };
  const over = (to: number) => {
    if (!lift || lift.to === to) return;
    setLift({ ...lift, to });
    onOver(lift.from, to);
  };
  const drop = (to = lift?.to) => {
    if (!lift || to === undefined) return;
    setLift(undefined);
    if (to === lift.from) onLeave(lift.from);
    else onDrop(lift.from, to);
  };
  const leave = () => {
    if (!lift) return;
    setLift(undefined);
    onLeave(lift.from);
  };

  /** How many of the other rows have their middle above the pointer. */
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    return rows.filter((row, index) => index !== lift?.from && row.top + row.height / 2 < y).length;
  };

  const handlePropsOf = (index: number) => {
    const isLifted = lift?.from === index;
    return {
      'aria-pressed': isLifted && lift.by === 'keys',
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begin(index, 'pointer');
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!isLifted || lift.by !== 'pointer') return;
        over(placeAt(event.clientY));
      },
      // the last move may not be drawn yet, so the place is taken once more
      onPointerUp: (event: PointerEvent) => isLifted && lift.by === 'pointer' && drop(placeAt(event.clientY)),
      onPointerCancel: leave,
      // a click without a press comes from assistive technology: it lifts and drops as a key does
      onClick: (event: MouseEvent) => {
        if (event.detail !== 0) return;
        if (isLifted) drop();
        else begin(index, 'keys');
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' && isLifted) {
          event.preventDefault();
          leave();
        } else if (event.key === ' ' || event.key === 'Enter') {
          event.preventDefault();
          if (isLifted) drop();
          else begin(index, 'keys');
        } else if (event.key === 'Tab' && isLifted) {
          drop();
        } else if (isLifted && KEYS[event.key]) {
          event.preventDefault();
          over(KEYS[event.key]!(lift.to, count - 1));
        }
      },
    };
  };

  const indexes = Array.from({ length: count }, (_row, index) => index);
  const shown = lift ? moveElement(indexes, lift.from, lift.to) : indexes;

  return {
    lift,
    handlePropsOf,
    /** Where a row is shown; another place than its own while one is held. */
    placeOf: (index: number) => shown.indexOf(index),
  };
}
