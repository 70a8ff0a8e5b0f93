import { type RefObject, useEffect, useState } from 'react';

/** Which button of which row was pressed to move it. */
export type Move = { id: number; button: 'up' | 'down' | 'handle' };

/**
 * A row that moves in the page loses the focus; the next press is meant for the same row. Rows tell their id by `data-row`, their
 * buttons what they do by `data-move`.
 */
export function useMoveFocus(list: RefObject<HTMLElement | null>, rows: readonly unknown[]): (move: Move) => void {
  const [lastMove, setLastMove] = useState<Move>();

  useEffect(() => {
    if (!lastMove) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-row="${lastMove.id}"] [data-move]`) ?? [];
    const free = [...buttons].filter((button) => !button.disabled);
    // at the end the way on is closed: the way back comes last
    (free.find((button) => button.dataset['move'] === lastMove.button) ?? free.at(-1))?.focus();
  }, [lastMove, rows, list]);

  return setLastMove;
}
