import { UNDO_HEADER } from '../../undo-header.ts';

let offered: string | undefined;

/** Remembers what the last change that was answered can be taken back by; an answer without it offers nothing. */
export function noteOffer(headers: Headers): void {
  offered = headers.get(UNDO_HEADER) ?? undefined;
}

/** @returns the entry by which the change that was just made is taken back, once */
export function takeOffer(): string | undefined {
  const entry = offered;
  offered = undefined;
  return entry;
}
