import { type ClipboardEvent, use } from 'react';
import { inOneLine, takePlainPaste, typeInto } from '../paste/plain-paste.ts';
import { SnackbarContext } from './snackbar.ts';

/** How a field without markup takes what is pasted: with its facts, and telling what was left out. @param hasLines whether it has several lines */
export function usePlainPaste(
  hasLines: boolean,
): (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void {
  const notify = use(SnackbarContext);
  return (event) => {
    const input = event.currentTarget;
    takePlainPaste(event, {
      hasSigns: hasLines,
      onPasted: ({ lines, left }) => {
        typeInto(input, hasLines ? lines.join('\n') : inOneLine(lines));
        if (left) notify?.({ message: `Left out of what was pasted: ${left}.`, tone: 'info' });
      },
    });
  };
}
