import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { colors } from '../../styles/tokens.ts';
import { lazyPart } from '../states/lazy-part.tsx';
import { EmptyBox } from './EmptyBox.tsx';
import type { Found } from './FindBox.tsx';
import type { Choice } from './FilterSelect.tsx';
import { type FindQueries, type Named, useFound } from './use-found.ts';

// a list does not wait for it
const FindBox = lazyPart(async () => ({ default: (await import('./FindBox.tsx')).FindBox }));

type Props<Row extends Named> = {
  label: string;
  /** The id as text, '' for none. */
  value: string;
  onChange: (value: string) => void;
  queries: FindQueries<Row>;
  /** Stands where nothing is chosen. */
  all?: string;
  /** A choice that is no record; it stands first. */
  first?: Choice;
};

// as the filters beside it: nothing chosen is a choice, not a hint
const place = {
  minWidth: 120,
  flex: { xs: '1 1 120px', sm: '0 0 200px' },
  '& input::placeholder': { color: colors.ink, opacity: 1 },
};

/** One filter of a table by a record of which there may be many: the server searches. */
export function RecordFilter<Row extends Named>({ label, value, onChange, queries, all = 'All', first }: Props<Row>) {
  const { found, chosen, onSearch } = useFound(Number(value) || 0, { queries });
  const own: Found[] = first ? [{ id: 0, label: first.label }] : [];
  const record = value === '' ? null : (chosen ?? { id: Number(value), label: `#${value}` });
  return (
    <Box sx={place}>
      <Suspense fallback={<EmptyBox label={label} text={all} />}>
        <FindBox
          label={label}
          value={first?.value === value ? own[0]! : record}
          found={{ ...found, data: found.data && [...own, ...found.data] }}
          onSearch={onSearch}
          onChange={(option) => onChange(option === null ? '' : option.id === 0 ? first!.value : String(option.id))}
          placeholder={all}
        />
      </Suspense>
    </Box>
  );
}
