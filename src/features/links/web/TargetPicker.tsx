import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { Field } from '../../../platform/web/ui/Field.tsx';
import type { Destination } from '../contract.ts';
import { choiceQueries, type Target, type TargetKind } from './choices.ts';

const PAUSE_MS = 250;

type Props = { type: TargetKind; taken: readonly Destination[] };

const WORDS: Record<TargetKind, { label: string; help: string }> = {
  listicle: { label: 'Guide', help: 'Published and featured guides.' },
  review: { label: 'Review', help: 'One that is not public yet gets no visits until it is.' },
  offer: { label: 'Offer', help: 'Straight to the network: visitors see no page of yours in between.' },
};

/** Finds a guide, review or offer by its name; the form value `target_id` is its id as text. */
export function TargetPicker({ type, taken }: Props) {
  const { field, fieldState } = useController({ name: 'target_id' });
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Target | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data = [], isFetching, error } = useQuery(choiceQueries.targets(type, search));
  const used = new Set(taken.filter((one) => one.type === type).map((one) => one.target_id));

  return (
    <Field {...WORDS[type]} isRequired error={fieldState.error}>
      {({ id, ...aria }) => (
        <Autocomplete
          id={id}
          options={data}
          value={chosen}
          loading={isFetching}
          autoHighlight
          filterOptions={(all) => all}
          isOptionEqualToValue={(option, value) => option.id === value.id}
          getOptionKey={(option) => option.id}
          getOptionDisabled={(option) => used.has(option.id)}
          noOptionsText={error ? error.message : 'Nothing found.'}
          onInputChange={(_event, next, reason) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => setSearch(reason === 'input' ? next.trim() : ''), PAUSE_MS);
          }}
          onChange={(_event, next) => {
            setChosen(next);
            field.onChange(next ? String(next.id) : '');
          }}
          renderOption={({ key, ...rest }, option) => (
            <li key={key} {...rest}>
              {option.label} ({used.has(option.id) ? 'already a destination' : option.note})
            </li>
          )}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              ref={slotProps.input.ref}
              inputRef={field.ref}
              onBlur={field.onBlur}
              endAdornment={slotProps.input.endAdornment}
              fullWidth
              slotProps={{ input: { ...slotProps.htmlInput, ...aria } }}
            />
          )}
        />
      )}
    </Field>
  );
}
