import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { ConflictChoice, type Side } from './ConflictChoice.tsx';
import { valueWords } from '../inputs/value-words.ts';

/** How a form solves a conflict; its values must hold `version`. */
export type Conflict<Values extends FieldValues> = {
  /** Form values of the record as the server has it now. */
  fromRecord: (record: never) => Values;
  /** The words of the form for each value that may differ. */
  labels: Partial<Record<keyof Values & string, string>>;
  /** A value as people know it, where it is a number of something; undefined leaves it as it is. */
  words?: (name: string, value: unknown) => string | undefined;
};

type Props<Values extends FieldValues, Wire> = {
  form: UseFormReturn<Values, unknown, Wire>;
  conflict: Conflict<Values>;
  current: Record<string, unknown>;
  onSolved: (saveAgain: boolean) => void;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Two people saved the same record: theirs and mine, field by field, and a choice for each. What only one of the two has changed
 * is chosen already.
 */
export function ConflictPanel<Values extends FieldValues, Wire>({
  form,
  conflict,
  current,
  onSolved,
}: Props<Values, Wire>) {
  const theirs = conflict.fromRecord(current as never);
  const mine = form.getValues();
  const before = form.formState.defaultValues as Partial<Values> | undefined;
  const words = (name: string, value: unknown) => conflict.words?.(name, value) ?? valueWords(value);
  const names = (Object.keys(conflict.labels) as (keyof Values & string)[]).filter(
    (name) => words(name, theirs[name]) !== words(name, mine[name]),
  );
  const [sides, setSides] = useState<Partial<Record<string, Side>>>({});
  const sideOf = (name: string): Side => sides[name] ?? (same(mine[name], before?.[name]) ? 'theirs' : 'mine');
  const isMixed = new Set(names.map(sideOf)).size > 1;

  const takeTheirs = () => {
    form.reset(theirs as DefaultValues<Values>);
    onSolved(false);
  };

  /** The stored record with mine over it, but for the fields whose stored value was chosen. */
  const merge = (dropped: readonly string[]) => {
    form.reset(theirs as DefaultValues<Values>);
    for (const name of Object.keys(mine)) {
      if (name === 'version' || dropped.includes(name) || same(mine[name], theirs[name])) continue;
      const path = name as Path<Values>;
      form.setValue(path, mine[name] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
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
              <ConflictChoice
                key={name}
                label={conflict.labels[name]!}
                theirs={words(name, theirs[name])}
                mine={words(name, mine[name])}
                side={sideOf(name)}
                onChange={(side) => setSides({ ...sides, [name]: side })}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        {isMixed && (
          <Button variant="contained" onClick={() => merge(names.filter((name) => sideOf(name) === 'theirs'))}>
            Save as chosen
          </Button>
        )}
        <Button variant="outlined" onClick={takeTheirs}>
          Take theirs
        </Button>
        <Button variant="outlined" onClick={() => merge([])}>
          Save mine over theirs
        </Button>
      </Box>
    </>
  );
}
