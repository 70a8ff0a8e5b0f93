import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import { type ReactNode, useId } from 'react';
import { FileButton } from '../../../platform/web/ui/inputs/FileButton.tsx';
import { FilterSelect } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import { RecordFilter } from '../../../platform/web/ui/filters/RecordFilter.tsx';
import { networkQueries } from '../../networks/web/client.ts';
import { FILE_FIELDS, type Columns, type FileField, type Understood } from '../contract.ts';

/** A file of a network as it was pasted or chosen, and how it is to be read. */
export type FileValues = { network: string; csv: string; name: string; columns: Columns; decimal: 'auto' | '.' | ',' };

export const NO_FILE: FileValues = { network: '', csv: '', name: 'pasted', columns: {}, decimal: 'auto' };

const LABELS: Record<FileField, string> = {
  click_id: 'Click id',
  txid: 'Transaction id',
  payout: 'Payout',
  currency: 'Currency',
  status: 'Status',
  event: 'Event',
  time: 'Date',
};

type Props = {
  values: FileValues;
  onChange: (values: FileValues) => void;
  /** How the server read it; undefined before the first try. */
  understood: Understood | undefined;
  error: Error | null;
  children: ReactNode;
};

/** The network, the file, and the columns as they were guessed, for correction. */
export function FileForm({ values, onChange, understood, error, children }: Props) {
  const id = useId();
  const set = (change: Partial<FileValues>) => onChange({ ...values, ...change });
  const choices = understood?.head.map((name, index) => ({
    value: String(index),
    label: name || `Column ${index + 1}`,
  }));
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2, alignItems: 'center' }}>
        <RecordFilter
          label="Network"
          all="Choose..."
          value={values.network}
          onChange={(network) => set({ network })}
          queries={networkQueries}
        />
        <FileButton
          variant="outlined"
          fileLabel="CSV file"
          accept=".csv,.tsv,.txt,text/csv"
          onFile={(file) => void file.text().then((csv) => set({ csv, name: file.name, columns: {} }))}
        >
          Choose a CSV File
        </FileButton>
        {values.csv !== '' && values.name !== 'pasted' && <span>{values.name}</span>}
      </Box>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, fontSize: '0.875rem', mb: 0.5 }}>
        Or paste it here, with the line that names the columns
      </Box>
      <OutlinedInput
        id={id}
        fullWidth
        multiline
        minRows={4}
        maxRows={12}
        value={values.csv}
        onChange={(event) => set({ csv: event.target.value, name: 'pasted', columns: {} })}
        sx={{ fontFamily: 'monospace', fontSize: '0.8125rem', mb: 2 }}
      />
      {understood && choices && (
        <Box component="fieldset" sx={{ border: 0, m: 0, mb: 2, p: 0 }}>
          <Box component="legend" sx={{ fontWeight: 600, fontSize: '0.875rem', mb: 1.5, p: 0 }}>
            How the columns were understood
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            {FILE_FIELDS.map((field) => (
              <FilterSelect
                key={field}
                label={LABELS[field]}
                all="Not in the file"
                value={String(understood.columns[field] ?? '')}
                options={choices}
                onChange={(value) =>
                  set({
                    columns: { ...understood.columns, ...values.columns, [field]: value === '' ? null : Number(value) },
                  })
                }
              />
            ))}
            <FilterSelect
              label="Decimals behind"
              all="As guessed"
              value={values.decimal === 'auto' ? '' : values.decimal}
              options={[
                { value: '.', label: 'A dot: 1,234.50' },
                { value: ',', label: 'A comma: 1.234,50' },
              ]}
              onChange={(value) => set({ decimal: value === '' ? 'auto' : (value as '.' | ',') })}
            />
          </Box>
        </Box>
      )}
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error.message}
        </Alert>
      )}
      {(understood?.problems.length ?? 0) > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <Box component="ul" aria-label="Rows that could not be read" sx={{ m: 0, pl: 2 }}>
            {understood?.problems.slice(0, 10).map(({ line, text }) => (
              <li key={line}>
                Line {line} {text}.
              </li>
            ))}
            {understood && understood.problems.length > 10 && <li>and {understood.problems.length - 10} more</li>}
          </Box>
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end' }}>{children}</Box>
    </Paper>
  );
}
