import { type FormEvent, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { ContractForm } from '../form.ts';
import { ApiError } from '../http.ts';
import { useSnackbar } from './snackbar.ts';

type Save = {
  submit: (event?: FormEvent) => Promise<void>;
  /** The server's sentence, when it belongs to no field. */
  failure: string | undefined;
  /** The record as somebody else saved it meanwhile. */
  conflict: Record<string, unknown> | undefined;
  /** The conflict is over; with `true` the form is sent again as it now stands. */
  solve: (saveAgain: boolean) => void;
};

/**
 * Checks and sends a form, and brings what the server says back to its fields.
 * @param onSave resolves to false when nothing was saved after all, so that what is typed stays kept
 */
export function useFormSave<Values extends FieldValues, Wire>(
  form: ContractForm<Values, Wire>,
  onSave: (wire: Wire) => Promise<unknown>,
  failureNotice?: string,
): Save {
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Record<string, unknown>>();

  const notify = useSnackbar();

  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return setFailure(error instanceof Error ? error.message : String(error));
    if (isConflict(error)) return setConflict((error.details['current'] ?? {}) as Record<string, unknown>);
    const values = form.getValues();
    const known = Object.entries(error.errors).filter(([path]) => path.split('.')[0]! in values);
    for (const [index, [path, [message = error.message]]] of known.entries()) {
      form.setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
    }
    if (known.length === 0) setFailure(error.message);
  };

  const submit = async (event?: FormEvent) => {
    setFailure(undefined);
    await form.handleSubmit(async (wire) => {
      try {
        const isCalledOff = (await onSave(wire)) === false;
        if (!isCalledOff) form.kept.drop();
      } catch (error) {
        showRefusal(error);
        if (failureNotice && !isConflict(error)) notify({ message: failureNotice, tone: 'error' });
      }
    })(event as React.BaseSyntheticEvent | undefined);
  };

  const solve = (saveAgain: boolean) => {
    setConflict(undefined);
    if (saveAgain) void submit();
  };

  return { submit, failure, conflict, solve };
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'version_conflict';
