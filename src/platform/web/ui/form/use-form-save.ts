import { type FormEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from '../../form.ts';
import { ApiError } from '../../http.ts';
import { useSnackbar } from '../dialog/snackbar.ts';
import { showRefusal } from '../../show-refusal.ts';

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

  const tellRefusal = (error: unknown) => {
    if (isConflict(error)) setConflict(((error as ApiError).details['current'] ?? {}) as Record<string, unknown>);
    else setFailure(showRefusal(form, error));
  };

  const submit = async (event?: FormEvent) => {
    setFailure(undefined);
    await form.handleSubmit(async (wire) => {
      try {
        refuseDoubledNames(form.getValues(), wire);
        const isCalledOff = (await onSave(wire)) === false;
        if (!isCalledOff) form.kept.drop();
      } catch (error) {
        tellRefusal(error);
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

type Pair = { key: string };
const isPair = (row: unknown): row is Pair => typeof row === 'object' && row !== null && 'key' in row && 'value' in row;

/** Of two rows under one name a record on the wire would keep one. @throws ApiError as the server would refuse it */
function refuseDoubledNames(values: FieldValues, wire: unknown): void {
  const errors: Record<string, string[]> = {};
  for (const [field, rows] of Object.entries(values)) {
    const sent = (wire as Record<string, unknown>)[field];
    if (!Array.isArray(rows) || !rows.every(isPair) || typeof sent !== 'object' || Array.isArray(sent)) continue;
    const names = rows.map((row) => row.key.trim()).filter(Boolean);
    if (names.length <= Object.keys(sent ?? {}).length) continue;
    const folded = names.map((name) => name.toUpperCase());
    const doubled =
      names.find((name, i) => names.indexOf(name) !== i) ?? names.find((_, i) => folded.indexOf(folded[i]!) !== i);
    if (doubled) errors[field] = [`“${doubled}” stands here twice; take one of them away.`];
  }
  const [reason] = Object.values(errors).flat();
  if (reason) throw new ApiError(400, 'validation_failed', reason, { errors });
}
