import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { lazyPart } from '../states/lazy-part.tsx';
import { EmptyBox } from './EmptyBox.tsx';
import type { Choice } from './FilterSelect.tsx';

// a list does not wait for it
const ChoiceBox = lazyPart(async () => ({ default: (await import('./ChoiceBox.tsx')).ChoiceBox }));

type Props = {
  label: string;
  value: string;
  options: readonly Choice[];
  onChange: (value: string) => void;
  /** The first choice, which filters nothing. */
  all: string;
  /** Said where no name holds what is typed. */
  none: string;
};

/** One filter of a table with more choices than are read through: what is typed narrows them. */
export function FilterFind({ label, value, options, onChange, all, none }: Props) {
  const first: Choice = { value: '', label: all };
  const chosen = options.find((option) => option.value === value) ?? first;
  return (
    <Box sx={{ minWidth: 120, flex: { xs: '1 1 120px', sm: '0 0 200px' } }}>
      <Suspense fallback={<EmptyBox label={label} text={chosen.label} />}>
        <ChoiceBox
          label={label}
          value={chosen}
          options={[first, ...options]}
          onChange={(option) => onChange(option.value)}
          none={none}
        />
      </Suspense>
    </Box>
  );
}
