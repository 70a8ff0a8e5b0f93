import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { sayIssuesPlainly } from '../messages.ts';
import { type KeptForm, useKeptForm } from './session/kept-form.ts';

sayIssuesPlainly();

/** A form that checks itself by a contract, and whose unsaved letters the browser keeps. */
export type ContractForm<Values extends FieldValues, Wire> = UseFormReturn<Values, unknown, Wire> & { kept: KeptForm };

type Options<Values extends FieldValues, Schema extends z.ZodType> = {
  /** The contract's request schema: one set of rules for the form and for the server. */
  schema: Schema;
  values: Values;
  /** What the form is of, `network/7` or `network/new`: under this name the browser keeps what is typed and not saved. */
  keepAs: string;
  /** What stands in the form at first, where that is not what is stored; the form then begins as changed. Keep its identity. */
  edited?: Values | undefined;
  /** Form values as the wire wants them: blank text as null, digits as numbers. Names stay; what is undefined is left out. */
  toWire?: (values: Values) => unknown;
};

/** A form checked by the feature's contract; `handleSubmit` receives what goes on the wire. */
export function useContractForm<Values extends FieldValues, Schema extends z.ZodType>(
  options: Options<Values, Schema>,
): ContractForm<Values, z.output<Schema>> {
  const { schema, values, keepAs, edited, toWire = (same: Values) => same } = options;
  const wire = z.preprocess((input: Values) => withoutUndefined(toWire(input)), schema);
  const form = useForm<Values, unknown, z.output<Schema>>({
    defaultValues: values as DefaultValues<Values>,
    ...(edited && { values: edited, resetOptions: { keepDefaultValues: true } }),
    resolver: zodResolver<Values, unknown, z.output<Schema>>(wire),
    // Not on blur: an error that appears then would move the button that is just being pressed.
    mode: 'onSubmit',
  });
  // the same object on each call, as effects of the form's users need it
  return Object.assign(form, { kept: useKeptForm(form, keepAs) });
}

/** A key without a value is a key that is not sent; strict contracts would refuse it. */
const withoutUndefined = (wire: unknown): unknown =>
  Object.fromEntries(Object.entries(wire as object).filter(([, value]) => value !== undefined));

/** Blank text is "no value" on the wire. */
export const blankToNull = (text: string): string | null => text.trim() || null;

/** Blank is null; anything that is no number becomes NaN, which every contract refuses. */
export const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The lines of a text area that hold something. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A value from the wire as a text input shows it. */
export const toText = (value: string | number | null | undefined): string => (value == null ? '' : String(value));
