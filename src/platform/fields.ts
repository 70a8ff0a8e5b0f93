import { z } from 'zod';
import { isCurrency } from './currencies.ts';
import { formatMicros, parseMicros } from './money.ts';
import { tidyLine, tidyLines } from './text/tidy.ts';

/** Body fields that more than one form has. Texts are trimmed; an empty optional text is null. */

/** The longest text of one line; what may be longer has several. */
const MAX_LINE = 255;
const tidied = (max: number) =>
  z
    .string()
    .overwrite(max <= MAX_LINE ? tidyLine : tidyLines)
    .trim();

/** A text of one line that may be empty. */
export const line = z.string().overwrite(tidyLine);

/** A name, a title or another text that people write and read. Signs that nobody sees are left out (tidy.ts). */
export const requiredText = (max: number) => tidied(max).min(1, 'This field is required.').max(max);

export const optionalText = (max: number) =>
  tidied(max)
    .max(max)
    .nullable()
    .transform((text) => text || null);

/** What a machine reads: a secret, an id, an address with macros. It stays sign by sign as it was given. */
export const requiredCode = (max: number) => z.string().trim().min(1, 'This field is required.').max(max);

export const optionalCode = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((text) => text || null);

const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/\s/.test(text);

/** An http or https address of at most 2048 characters, or null. */
export const optionalUrl = z
  .string()
  .trim()
  .max(2048)
  .nullable()
  .refine((text) => !text || isHttpUrl(text), 'must be an address that begins with http:// or https://')
  .transform((text) => text || null);

export const requiredUrl = z
  .string()
  .trim()
  .min(1, 'This field is required.')
  .max(2048)
  .refine((text) => text === '' || isHttpUrl(text), 'must be an address that begins with http:// or https://');

const isOfOurTime = (ms: number): boolean => ms >= Date.UTC(2000, 0) && ms < Date.UTC(2200, 0);

/** An instant of this or the next century with its offset, or null; comes out as UTC. */
export const moment = z
  .union([z.iso.datetime({ offset: true, error: 'must be a date and time with a zone' }), z.literal(''), z.null()])
  // also asked of a text that is no date
  .refine((text) => !text || isOfOurTime(Date.parse(text)), 'must be a date of this or the next century')
  .transform((text) => (text ? new Date(text).toISOString() : null));

/** A picture: our own upload path, or an https address. */
export const imageUrl = z
  .string()
  .trim()
  .max(2048)
  .nullable()
  .refine(
    (text) =>
      !text ||
      /^\/media\/[a-z0-9_-]+([/.][a-z0-9_-]+)*$/.test(text) ||
      (isHttpUrl(text) && text.startsWith('https://')),
    {
      message: 'must be an uploaded image or an https address',
    },
  )
  .transform((text) => text || null);

export const currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrency, 'must be the code of a currency in use, such as USD');

const plainAmount = (text: string): string | undefined => {
  const micros = parseMicros(text);
  return micros === undefined ? undefined : formatMicros(micros);
};

/** An amount that is not negative, as a decimal string such as "12.50" or "12,50"; comes out with a point. Numbers are refused: money is never a float. */
export const amount = z
  .string()
  .trim()
  .refine((text) => (parseMicros(text) ?? -1n) >= 0n, 'must be an amount such as 12.50, with at most 6 decimals')
  .overwrite((text) => plainAmount(text) ?? text);

export const version = z
  .int()
  .min(1)
  .optional()
  .describe('The version that was read; another one in the store gives 409.');

/** A field on the wire: what may be sent for it and what is answered; one of the two is missing where it is only read or only written. */
type WireField = { sent?: z.ZodType; answered?: z.ZodType };
type WireFields = Record<string, WireField>;

type SentOf<Fields> = {
  [Name in keyof Fields as Fields[Name] extends { sent: z.ZodType } ? Name : never]: SentBy<Fields[Name]>;
};
type SentBy<Field> = Field extends { sent: infer Schema extends z.ZodType } ? Schema : never;
type AnsweredOf<Fields> = {
  [Name in keyof Fields as Fields[Name] extends { answered: z.ZodType } ? Name : never]: AnsweredBy<Fields[Name]>;
};
type AnsweredBy<Field> = Field extends { answered: infer Schema extends z.ZodType } ? Schema : never;

const sideOf = (fields: WireFields, side: keyof WireField) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (field[side] ? [[name, field[side]]] : [])));

/** What a request may hold of a record. */
export const sentOf = <Fields extends WireFields>(fields: Fields) => sideOf(fields, 'sent') as SentOf<Fields>;

/** What a reply holds of it. */
export const answeredOf = <Fields extends WireFields>(fields: Fields) =>
  sideOf(fields, 'answered') as AnsweredOf<Fields>;

/** An optional text that is answered as it was sent. */
export const textField = (max: number) => ({ sent: optionalText(max), answered: z.string().nullable() });

/** What is sent and answered in the same form. */
export const sameField = <Schema extends z.ZodType>(schema: Schema) => ({ sent: schema, answered: schema });

/** What stands in a reply in the place of a value that its reader may not see, where the contract has a text. */
export const untoldText = z.unknown().transform(() => '');

/** The same where it may be null. */
export const untold = z.unknown().transform(() => null);

/** The same for a list. */
export const untoldList = z.unknown().transform((): [] => []);
