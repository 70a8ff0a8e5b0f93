import { mdiFileUploadOutline } from '@mdi/js';
import OutlinedInput from '@mui/material/OutlinedInput';
import { fonts } from '../../styles/tokens.ts';
import { FileButton } from './FileButton.tsx';
import { Icon } from '../Icon.tsx';

type Props = {
  label: string;
  value: string;
  /** The first lines of a file that would be taken. */
  example: string;
  onChange: (csv: string) => void;
};

/** A table as text: chosen as a file, or pasted. */
export function CsvInput({ label, value, example, onChange }: Props) {
  return (
    <>
      <FileButton
        variant="outlined"
        startIcon={<Icon path={mdiFileUploadOutline} />}
        sx={{ mb: 2 }}
        fileLabel="CSV file"
        accept=".csv,.txt,text/csv"
        onFile={(file) => void file.text().then(onChange)}
      >
        Choose a CSV File
      </FileButton>
      <OutlinedInput
        fullWidth
        multiline
        minRows={5}
        maxRows={12}
        value={value}
        placeholder={`Or paste the rows here:\n${example}`}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ input: { 'aria-label': label, spellCheck: false } }}
        sx={{ fontFamily: fonts.mono, fontSize: '0.8125rem', mb: 2 }}
      />
    </>
  );
}
