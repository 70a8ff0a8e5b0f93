import Checkbox from '@mui/material/Checkbox';
import { statementsClient } from './client.ts';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useKeptState } from '../../../platform/web/session/kept-form.ts';
import { KeptNotice } from '../../../platform/web/ui/form/KeptNotice.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { TryImportButtons } from '../../../platform/web/ui/form/TryImportButtons.tsx';
import { useTriedImport } from '../../../platform/web/ui/form/use-tried-import.ts';
import { BatchResult } from './BatchResult.tsx';
import { changeWords } from './batch-words.ts';
import { FileForm, NO_FILE } from './FileForm.tsx';
import { fileToWire, isReady } from './file-wire.ts';
import { ImportList } from './ImportList.tsx';
import { useBatchNotice } from './use-undo-batch.ts';
import { CONVERSIONS_LASTING } from '../../conversions/lasting.ts';

/** Conversions from a file: tried first, then written by the sum that it moves, and taken back as a whole if need be. */
export function ImportTab() {
  const [file, setFile, kept] = useKeptState('conversions as CSV', NO_FILE);
  const [overwrite, setOverwrite] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { tell } = useBatchNotice();
  const body = { ...fileToWire(file), file_name: file.name, overwrite };
  const { last, result, error, buttons } = useTriedImport({
    file: JSON.stringify(body),
    send: (isDry) => statementsClient.importFile({ ...body, dry_run: isDry }),
    isGood: () => true,
    onWritten: (reply) => {
      kept.drop();
      tell(reply);
    },
  });
  const handleWrite = () => {
    setIsAsking(false);
    buttons.onRun(false);
  };

  return (
    <>
      <KeptNotice kept={kept} />
      <FileForm values={file} onChange={setFile} understood={last?.reply.understood} error={error}>
        <FormControlLabel
          control={<Checkbox checked={overwrite} onChange={(event) => setOverwrite(event.target.checked)} />}
          label="Set conversions that are known as the file says"
        />
        <TryImportButtons
          isEmpty={!isReady(file)}
          {...buttons}
          onRun={(isDry) => (isDry ? buttons.onRun(true) : setIsAsking(true))}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 240px' }}>
          Try it first: it shows what would become of each row and writes nothing.
        </Typography>
      </FileForm>
      {last && <BatchResult data={last.reply} isDry={last.isDry} />}
      <ImportList />
      {isAsking && result && (
        <ConfirmDialog
          title="Import Conversions"
          text={`The money that counts changes by ${changeWords(result.reply.change)}. The import can be taken back as a whole.`}
          lasting={CONVERSIONS_LASTING.told}
          confirmLabel="Import"
          isDanger={false}
          onConfirm={handleWrite}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
