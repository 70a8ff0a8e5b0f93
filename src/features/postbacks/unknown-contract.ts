import { z } from 'zod';

/** Messages of one sender to a postback address that is none of ours. */
export const UnknownAddress = z.object({
  key_head: z.string().nullable().describe('The first four characters of its key; null where none were kept.'),
  key_length: z.int().nullable(),
  is_pixel: z.boolean(),
  method: z.string(),
  query: z.string().describe('Of the newest message.'),
  remote_net: z.string().nullable(),
  messages: z.int().describe('Those that were kept: of a burst only some are.'),
  first_at: z.string(),
  last_at: z.string(),
  network: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('Whose address was probably meant; null: nothing tells.'),
  advice: z.string().describe('What to do about it.'),
});
export type UnknownAddress = z.infer<typeof UnknownAddress>;

export const UnknownAddresses = z.object({
  data: z.array(UnknownAddress).describe('Of the last 30 days, the newest first; at most 100.'),
  total: z.int(),
});
export type UnknownAddresses = z.infer<typeof UnknownAddresses>;

/** A network in the trash that messages came for. */
export const TrashedNetwork = z.object({
  id: z.int(),
  name: z.string(),
  deleted_at: z.string(),
  messages: z.int().describe('Those that wait: they are judged when the network is brought back.'),
  first_at: z.string(),
  last_at: z.string(),
});
export type TrashedNetwork = z.infer<typeof TrashedNetwork>;

export const TrashedNetworks = z.object({ data: z.array(TrashedNetwork), total: z.int() });
export type TrashedNetworks = z.infer<typeof TrashedNetworks>;
