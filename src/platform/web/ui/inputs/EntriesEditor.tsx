import { mdiArrowDown, mdiArrowUp, mdiDeleteOutline, mdiPlus } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { colors, radius } from '../../styles/tokens.ts';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from '../Icon.tsx';

type Props = FieldProps & {
  /** One entry in the singular, for the names of its buttons: 'question'. */
  noun: string;
  /** The button below: 'Add question'. */
  addLabel: string;
  /** A new entry. */
  blank: () => Record<string, unknown>;
  max: number;
  /** Entries that most lists need, offered as buttons until one with the same first field is there. */
  starts?: readonly { label: string; entry: Record<string, unknown> }[];
  /** Kept in the order of a rule of its own, such as by date. */
  isFixedOrder?: boolean;
  /** Entries that cannot be removed, and do not count for `max`. */
  isKept?: (entry: Record<string, unknown>) => boolean;
  /** The fields of an entry, whose names begin with `at`: `faq.0`. */
  children: (at: string, index: number) => ReactNode;
};

/** A list of entries with several fields each; the form value is an array of objects. Entries move by buttons, so also by keyboard. */
export function EntriesEditor(props: Props) {
  const { noun, addLabel, blank, max, starts = [], isFixedOrder = false, isKept, children, ...field } = props;
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name: field.name });
  const entries = useFieldArray({ control, name: field.name });
  const [said, setSaid] = useState('');
  const ownError = errors[field.name];
  // errors inside of an entry stand at their fields
  const error = Array.isArray(ownError) ? ownError.root : ownError;

  const move = (from: number, to: number) => {
    entries.move(from, to);
    setSaid(`Moved to place ${to + 1} of ${entries.fields.length}`);
  };

  return (
    <Field {...field} isGroup error={error}>
      {(ids) => (
        <Box role="group" aria-labelledby={`${ids.id}-label`} aria-describedby={ids['aria-describedby']}>
          {entries.fields.map((entry, index) => (
            <Box
              key={entry.id}
              role="group"
              aria-label={`${noun} ${index + 1}`}
              sx={{ border: `1px solid ${colors.line}`, borderRadius: `${radius.control}px`, p: 1.5, mb: 1.5 }}
            >
              <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
                <Typography
                  variant="body2"
                  sx={{ flex: 1, color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}
                >
                  {noun} {index + 1}
                </Typography>
                {!isFixedOrder && (
                  <>
                    <IconButton
                      size="small"
                      aria-label={`Move ${noun} ${index + 1} up`}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    >
                      <Icon path={mdiArrowUp} />
                    </IconButton>
                    <IconButton
                      size="small"
                      aria-label={`Move ${noun} ${index + 1} down`}
                      disabled={index === entries.fields.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <Icon path={mdiArrowDown} />
                    </IconButton>
                  </>
                )}
                {!isKept?.(entry) && (
                  <IconButton
                    size="small"
                    aria-label={`Remove ${noun} ${index + 1}`}
                    onClick={() => entries.remove(index)}
                  >
                    <Icon path={mdiDeleteOutline} />
                  </IconButton>
                )}
              </Box>
              {children(`${field.name}.${index}`, index)}
            </Box>
          ))}
          {entries.fields.filter((entry) => !isKept?.(entry)).length < max && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {starts.length > 0 && (
                <Starts name={field.name} starts={starts} onStart={(entry) => entries.append(entry)} />
              )}
              <Button startIcon={<Icon path={mdiPlus} />} onClick={() => entries.append(blank())}>
                {addLabel}
              </Button>
            </Box>
          )}
          <Box role="status" sx={{ fontSize: '0.8125rem', color: 'text.secondary', minHeight: '1.25em' }}>
            {said}
          </Box>
        </Box>
      )}
    </Field>
  );
}

type StartsProps = {
  name: string;
  starts: NonNullable<Props['starts']>;
  onStart: (entry: Record<string, unknown>) => void;
};

function Starts({ name, starts, onStart }: StartsProps) {
  const entries = useWatch({ name }) as readonly Record<string, unknown>[] | undefined;
  const isThere = (entry: Record<string, unknown>) => {
    const [first = ''] = Object.keys(entry);
    return entries?.some((one) => one[first] === entry[first]) ?? false;
  };
  return starts
    .filter(({ entry }) => !isThere(entry))
    .map(({ label, entry }) => (
      <Button key={label} size="small" variant="outlined" onClick={() => onStart({ ...entry })}>
        {label}
      </Button>
    ));
}
