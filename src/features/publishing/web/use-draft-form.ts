import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { type ContractForm, useContractForm } from '../../../platform/web/form.ts';
import { withDraft } from './draft/kept-draft.ts';
import { type DraftControl, type DraftOf, useDraft } from './draft/use-draft.ts';

type Options<Stored extends { version: number }, Values extends FieldValues, Schema extends z.ZodType> = DraftOf<
  Stored,
  Values
> & {
  /** The contract's request schema. */
  schema: Schema;
  /** What the form is of, `guide/7`: under this name the browser keeps what is typed. */
  keepAs: string;
};

type DraftForm<Stored, Values extends FieldValues, Wire> = {
  form: ContractForm<Values, Wire>;
  draft: DraftControl<Stored>;
};

/** The form of a record with a history: begins with the unsaved edits that were found, and keeps new ones as a draft. */
export function useDraftForm<Stored extends { version: number }, Values extends FieldValues, Schema extends z.ZodType>(
  options: Options<Stored, Values, Schema>,
): DraftForm<Stored, Values, z.output<Schema>> {
  const { schema, keepAs, record, found, toValues, toWire } = options;
  const [opened] = useState(() => ({
    values: toValues(record),
    edited: found.data ? toValues(withDraft(record, found.data)) : undefined,
  }));
  const form = useContractForm({ schema, ...opened, keepAs, toWire });
  return { form, draft: useDraft(form, options) };
}
