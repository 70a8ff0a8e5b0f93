import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './http.ts';

/**
 * Brings what the server says of a field to it, and the cursor to the first.
 * @returns what it says besides, for above the form; undefined when it is all at fields
 */
export function showRefusal<Values extends FieldValues, Context, Wire>(
  form: UseFormReturn<Values, Context, Wire>,
  error: unknown,
): string | undefined {
  const values = form.getValues();
  const errors = error instanceof ApiError ? Object.entries(error.errors) : [];
  const known = errors.filter(([path]) => path.split('.')[0]! in values);
  for (const [index, [path, [message = (error as ApiError).message]]] of known.entries())
    form.setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  if (known.length > 0) return undefined;
  return error instanceof Error ? error.message : String(error);
}
