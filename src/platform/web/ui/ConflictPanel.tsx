import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** How a form solves a conflict; its values must hold `version`. */
export type Conflict<Values extends FieldValues> = {
  /** Form values of the record as the server has it now. */
  fromRecord: (record: never) => Values;
  /** The words of the form for each value that may differ. */
  labels: Partial<Record<keyof Values & string, string>>;
};

type Props<Values extends FieldValues, Wire> = {
  form: UseFormReturn<Values, unknown, Wire>;
  conflict: Conflict<Values>;
  current: Record<string, unknown>;
  onSolved: (saveAgain: boolean) => void;
};

/** Two people saved the same record: theirs and mine, field by field, and the choice. */
export function ConflictPanel<Values extends FieldValues, Wire>({
  form,
  conflict,
  current,
  onSolved,
}: Props<Values, Wire>) {
  const theirs = conflict.fromRecord(current as never);
  const mine = form.getValues();
  const names = (Object.keys(conflict.labels) as (keyof Values & string)[]).filter(
    (name) => show(theirs[name]) !== show(mine[name]),
  );

  const handleTheirs = () => {
    form.reset(theirs);
    onSolved(false);
  };
  const handleMine = () => {
    const version = 'version' as Path<Values>;
    form.setValue(version, theirs['version'] as PathValue<Values, Path<Values>>);
    onSolved(true);
  };

  return (
    <>
      <Alert severity="warning" sx={{ mb: 2 }}>
        Somebody else has changed this since you opened it. Nothing is lost yet: choose which values stay.
      </Alert>
      <TableContainer tabIndex={0} role="region" aria-label="Differences, scrollable">
        <Table size="small" aria-label="Differences">
          <TableHead>
            <TableRow>
              <TableCell>Field</TableCell>
              <TableCell>Theirs, now stored</TableCell>
              <TableCell>Mine, not saved</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {names.map((name) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row">
                  {conflict.labels[name]}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{show(theirs[name])}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{show(mine[name])}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button variant="outlined" onClick={handleTheirs}>
          Take theirs
        </Button>
        <Button variant="outlined" onClick={handleMine}>
          Save mine over theirs
        </Button>
      </Box>
    </>
  );
}

/** A form value as one line of text. */
function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map((part) => (isPair(part) ? `${part.key} = ${part.value}` : show(part))).join(', ') || '(empty)';
}

const isPair = (value: unknown): value is { key: string; value: string } =>
  typeof value === 'object' && value !== null && 'key' in value && 'value' in value;
