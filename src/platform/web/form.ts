import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';

type Options<Values extends FieldValues, Schema extends z.ZodType> = {
  /** The contract's request schema: one set of rules for the form and for the server. */
  schema: Schema;
  values: Values;
  /** What stands in the form at first, where that is not what is stored; the form then begins as changed. Keep its identity. */
  edited?: Values | undefined;
  /** Form values as the wire wants them: blank text as null, digits as numbers. Names stay; what is undefined is left out. */
  toWire?: (values: Values) => unknown;
};

/** A form checked by the feature's contract; `handleSubmit` receives what goes on the wire. */
export function useContractForm<Values extends FieldValues, Schema extends z.ZodType>(
  options: Options<Values, Schema>,
): UseFormReturn<Values, unknown, z.output<Schema>> {
  const { schema, values, edited, toWire = (same: Values) => same } = options;
  const wire = z.preprocess((input) => withoutUndefined(toWire(input as Values)), schema);
  return useForm<Values, unknown, z.output<Schema>>({
    defaultValues: values as DefaultValues<Values>,
    ...(edited && { values: edited, resetOptions: { keepDefaultValues: true } }),
    // The resolver's own types cannot follow a preprocessed schema.
    resolver: zodResolver(wire as never, { error: sayIssue }) as never,
    // Not on blur: an error that appears then would move the button that is just being pressed.
    mode: 'onSubmit',
  });
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

type Issue = { code?: string | undefined; input?: unknown; [fact: string]: unknown };

/** The words of the forms where a contract has none of its own; undefined leaves the schema library's text. */
function sayIssue(issue: Issue): string | undefined {
  const isBlank = issue.input === undefined || issue.input === null || issue.input === '';
  if (isBlank && ['invalid_type', 'invalid_value', 'too_small', 'invalid_union'].includes(issue.code ?? '')) {
    return 'This field is required.';
  }
  if (issue.code === 'invalid_type' && (issue['expected'] === 'number' || issue['expected'] === 'int')) {
    return 'Enter a number.';
  }
  if (issue.code === 'too_big' && issue['origin'] === 'string') return `At most ${issue['maximum']} characters.`;
  if (issue.code === 'too_big') return `At most ${issue['maximum']}.`;
  if (issue.code === 'too_small' && issue['origin'] === 'string') return `At least ${issue['minimum']} characters.`;
  if (issue.code === 'too_small') return `At least ${issue['minimum']}.`;
  if (issue.code === 'invalid_format' && issue['format'] === 'url')
    return 'Enter a full address, beginning with https://.';
  return undefined;
}
