import { useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { useCall } from '../../../platform/web/use-call.ts';
import type { LibraryImage } from '../contract.ts';
import { MEDIA_KEY, mediaClient } from './client.ts';

/** How far a choice of files has come. */
export type Progress = { done: number; total: number };

/** Uploads for the library: new pictures, and one in place of another. Says how each ended. */
export function useUploads() {
  const [progress, setProgress] = useState<Progress>();
  const afterChange = useAfterChange(MEDIA_KEY);
  const undo = useCall(MEDIA_KEY);

  /** One after the other; a file that is refused does not hold up the rest. */
  const add = async (files: readonly File[]) => {
    let stored = 0;
    let refused = '';
    setProgress({ done: 0, total: files.length });
    for (const [index, file] of files.entries()) {
      try {
        await mediaClient.upload(file);
        stored += 1;
      } catch (error) {
        refused = `${file.name}: ${(error as Error).message}`;
      }
      setProgress({ done: index + 1, total: files.length });
    }
    setProgress(undefined);
    const said = stored === 1 ? 'Picture uploaded.' : `${stored} pictures uploaded.`;
    if (refused) afterChange({ message: stored > 0 ? `${said} ${refused}` : refused, tone: 'error' });
    else afterChange({ message: said });
  };

  /** The new file then stands wherever the picture stood; the picture itself stays in the library. */
  const replace = async (picture: LibraryImage, file: File) => {
    setProgress({ done: 0, total: 1 });
    try {
      const { id } = await mediaClient.upload(file);
      const { data, message = 'Picture replaced.' } = await mediaClient.replace(picture.id, id);
      // what showed the new picture before would be taken along on the way back
      const isUndoable = data.used_in === picture.used_in && picture.used_in > 0;
      afterChange({
        message,
        ...(isUndoable && {
          action: {
            label: 'Undo',
            // the answer's own words are those of any replacement
            onClick: () =>
              undo(async () => {
                await mediaClient.replace(id, picture.id);
                return { message: 'The former picture is back.' };
              }),
          },
        }),
      });
    } catch (error) {
      afterChange({ message: (error as Error).message, tone: 'error' });
    } finally {
      setProgress(undefined);
    }
  };

  return { progress, add, replace };
}
