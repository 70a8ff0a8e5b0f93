import { useState } from 'react';
import { useController } from 'react-hook-form';
import { Field, type FieldProps } from '../inputs/Field.tsx';
import { FindBox, type Found, type FoundNow } from './FindBox.tsx';

type Props = FieldProps & {
  /** What the server found for the text last given to `onSearch`. */
  found: FoundNow;
  /** Called when the typing has paused; '' is everything. */
  onSearch: (text: string) => void;
  /** The one whose id the form holds, where it is known by more than that. */
  chosen?: Found | undefined;
  /** The form holds the id as text, '' for none. */
  isText?: boolean;
  placeholder?: string | undefined;
};

/** One of many in a form: the server searches. The form value is its id, null for none. */
export function FindInput({ found, onSearch, chosen, isText = false, placeholder, ...field }: Props) {
  const { field: input, fieldState } = useController({ name: field.name });
  const [seen, setSeen] = useState<Found | null>(null);

  const options = found.data ?? [];
  const held = input.value as number | string | null;
  const id = held === null || held === '' ? null : Number(held);
  // the form may hold an id that was chosen elsewhere: in a conflict, theirs
  const value =
    id === null ? null : ([chosen, seen, ...options].find((one) => one?.id === id) ?? { id, label: `#${id}` });

  return (
    <Field {...field} error={fieldState.error}>
      {({ id: inputId, ...aria }) => (
        <FindBox
          id={inputId}
          value={value}
          found={found}
          onSearch={onSearch}
          isDisabled={field.isDisabled ?? false}
          onChange={(option) => {
            setSeen(option);
            input.onChange(isText ? String(option?.id ?? '') : (option?.id ?? null));
          }}
          onBlur={input.onBlur}
          inputRef={input.ref}
          inputProps={aria}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}
