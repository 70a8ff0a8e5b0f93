import { useWatch } from 'react-hook-form';
import type { FieldProps } from '../inputs/Field.tsx';
import { FindInput } from './FindInput.tsx';
import { type FoundOptions, type Named, useFound } from './use-found.ts';

type Props<Row extends Named> = FieldProps &
  FoundOptions<Row> & {
    /** The form holds the id as text, '' for none. */
    isText?: boolean;
    /** It cannot be chosen. */
    exceptId?: number | undefined;
    placeholder?: string | undefined;
  };

/** A record by its name, of which there may be many: the server searches. The form value is its id, null for none. */
export function RecordInput<Row extends Named>(props: Props<Row>) {
  const { queries, known, toFound, exceptId, placeholder = 'Search...', ...field } = props;
  const id = Number(useWatch({ name: field.name })) || 0;
  const { found, ...rest } = useFound(id, { queries, ...(known && { known }), ...(toFound && { toFound }) });
  const data = found.data?.filter((one) => one.id !== exceptId);
  return <FindInput {...field} {...rest} found={{ ...found, data }} placeholder={placeholder} />;
}
