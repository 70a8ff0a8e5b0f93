import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { Field, type FieldProps } from '../../../platform/web/ui/Field.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { guideQueries, type OfferChoice } from './client.ts';

const PAUSE_MS = 250;

type Props = FieldProps & {
  /** The offer that the form opens with. */
  initial: OfferChoice | null;
};

/** Finds an offer by typing; the form value is its id or null. */
export function OfferPicker({ initial, ...field }: Props) {
  const { field: input, fieldState } = useController({ name: field.name });
  const [search, setSearch] = useState('');
  const [seen, setSeen] = useState<OfferChoice | null>(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data = [], isFetching, error } = useQuery(guideQueries.offers(search));

  const id = input.value as number | null;
  // the form may hold an id that was chosen elsewhere: in a conflict, theirs
  const value = id === null ? null : ([seen, ...data].find((offer) => offer?.id === id) ?? nameless(id));

  return (
    <Field {...field} error={fieldState.error}>
      {({ id: inputId, ...aria }) => (
        <Autocomplete<OfferChoice>
          id={inputId}
          value={value}
          options={data}
          loading={isFetching}
          noOptionsText={error ? error.message : 'No offer found'}
          // the server has searched already
          filterOptions={(options) => options}
          getOptionLabel={(offer) => offer.name}
          getOptionKey={(offer) => offer.id}
          isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
          onChange={(_event, offer) => {
            setSeen(offer);
            input.onChange(offer?.id ?? null);
          }}
          onInputChange={(_event, text, reason) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => setSearch(reason === 'input' ? text.trim() : ''), PAUSE_MS);
          }}
          onBlur={input.onBlur}
          renderOption={({ key, ...props }, offer) => (
            <Box component="li" key={key} {...props} sx={{ gap: 1, justifyContent: 'space-between !important' }}>
              {offer.name}
              {offer.status !== 'active' && <StatusChip status={offer.status} />}
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              inputRef={input.ref}
              placeholder="Search offers..."
              slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...aria } }}
            />
          )}
        />
      )}
    </Field>
  );
}

const nameless = (id: number): OfferChoice => ({ id, name: `Offer ${id}`, status: 'active' });
