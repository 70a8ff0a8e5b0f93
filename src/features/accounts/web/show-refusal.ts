import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../platform/web/http.ts';

/** Brings what the server says of a field to it. @returns what it says besides, for above the form; undefined when it is all at fields */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): string | undefined {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : [];
  const known = errors.filter(([name]) => name in form.getValues());
  for (const [index, [name, [message = '']]] of known.entries())
    form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  if (known.length > 0) return undefined;
  return error instanceof Error ? error.message : String(error);
}
