import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

type Given<Reply> = {
  /** Everything that is sent, as one text: what was tried counts for this very text alone. */
  file: string;
  send: (isDry: boolean) => Promise<Reply>;
  /** May it be written after a try that said this? */
  isGood: (reply: Reply) => boolean;
  onWritten: (reply: Reply) => void;
};

/** A file that is tried before it is written; an edit asks for another try. */
export function useTriedImport<Reply>({ file, send, isGood, onWritten }: Given<Reply>) {
  const [last, setLast] = useState<{ file: string; isDry: boolean; reply: Reply }>();
  const load = useMutation({
    mutationFn: ({ isDry }: { isDry: boolean; file: string }) => send(isDry),
    onSuccess: (reply, sent) => {
      setLast({ ...sent, reply });
      if (!sent.isDry) onWritten(reply);
    },
  });
  const result = last?.file === file ? last : undefined;
  return {
    /** What became of this very file; undefined after an edit. */
    result,
    /** What became of the file that was sent last, which may have been edited since. */
    last,
    error: load.error,
    /** For `TryImportButtons`. */
    buttons: {
      isReady: result !== undefined && result.isDry && isGood(result.reply),
      running: load.isPending ? (load.variables.isDry ? ('try' as const) : ('import' as const)) : undefined,
      onRun: (isDry: boolean) => load.mutate({ isDry, file }),
    },
  };
}
