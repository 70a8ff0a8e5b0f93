import { type ClipboardEvent, use } from 'react';
import { asRows, inOneLine, leftSentence, takePlainPaste, typeInto } from '../../paste/plain-paste.ts';
import { SnackbarContext } from '../dialog/snackbar.ts';

type PasteEvent = ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>;

/** Tells what a paste left out; says nothing when all of it is there. */
export function usePasteTeller(): (left: string, beyond?: readonly string[]) => void {
  const notify = use(SnackbarContext);
  return (left, beyond = []) => {
    const message = leftSentence(left, beyond);
    if (message) notify?.({ message, tone: 'info' });
  };
}

/** How a field without markup takes what is pasted: with its facts, and telling what was left out. @param hasLines whether it has several lines */
export function usePlainPaste(hasLines: boolean): (event: PasteEvent) => void {
  const tell = usePasteTeller();
  return (event) => {
    const input = event.currentTarget;
    takePlainPaste(event, {
      hasSigns: hasLines,
      onPasted: ({ lines, left }) => {
        typeInto(input, hasLines ? lines.join('\n') : inOneLine(lines));
        tell(left);
      },
    });
  };
}

type Rows = { key: string; value: string }[];

/**
 * How a field in a list of names and values takes what is pasted: the rows of a table into a blank row become rows,
 * anything else stays whole in the field.
 * @returns what handles a paste: `isBlank` says whether the row is, `put` takes rows and gives back those without a place
 */
export function useRowsPaste(): (event: PasteEvent, isBlank: boolean, put: (rows: Rows) => Rows) => void {
  const tell = usePasteTeller();
  return (event, isBlank, put) => {
    const input = event.currentTarget;
    takePlainPaste(event, {
      hasSigns: false,
      onPasted: ({ lines, left }) => {
        const rows = isBlank ? asRows(lines) : undefined;
        if (!rows) {
          typeInto(input, inOneLine(lines));
          return tell(left);
        }
        tell(
          left,
          put(rows).map(({ key, value }) => `${key}: ${value}`),
        );
      },
    });
  };
}
