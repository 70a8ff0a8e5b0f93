import { z } from 'zod';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { createReturningVisitors, type ReturningVisitors } from './returning-visitors.ts';
import { notifyAll } from './store-messages.ts';

/** The channel of PostgreSQL on which instances tell each other who came. */
export const VISITORS_CHANNEL = 'visitors';

/** PostgreSQL takes messages below 8000 bytes; a visit by a link is at most 27. */
const PER_MESSAGE = 250;
const MESSAGES_AT_ONCE = 40;
/** As long as signs of life may be missed: one that asked has not been counted among the living yet. */
const HEARD_MS = 15_000;

const Message = z.object({ from: z.string(), asks: z.boolean().optional(), came: z.array(z.string()).optional() });
type Message = z.infer<typeof Message>;

type Parts = {
  db: Db;
  /** Of this instance. */
  id: string;
  /** How many run, with this one. */
  living: () => number;
};

/**
 * Makes known to all instances which visitors came by which links, for rules that ask whether one came before. No redirect waits for it:
 * each decides by what it knows, and knows what others saw as soon as they have told it. Nothing of it is stored.
 */
export type SharedVisitors = {
  returning: ReturningVisitors;
  /** Takes a message of the channel; undefined when some may have been missed. */
  hear(payload: string | undefined): void;
  /** Tells others what came since the last time, or all of it to one that asked. Call it a few times a second. */
  tell(): Promise<void>;
};

export function createSharedVisitors({ db, id, living }: Parts): SharedVisitors {
  const returning = createReturningVisitors();
  let mustAsk = false;
  let isAsked = false;
  let heardAtMs = Number.NEGATIVE_INFINITY;
  const isAlone = (): boolean => living() <= 1 && performance.now() - heardAtMs > HEARD_MS;

  async function send(messages: readonly Message[]): Promise<void> {
    for (let at = 0; at < messages.length; at += MESSAGES_AT_ONCE)
      await notifyAll(
        db,
        VISITORS_CHANNEL,
        messages.slice(at, at + MESSAGES_AT_ONCE).map((one) => JSON.stringify(one)),
      );
  }

  return {
    returning,
    hear(payload) {
      if (payload === undefined) {
        mustAsk = true;
        return;
      }
      const { from, asks = false, came = [] } = Message.parse(JSON.parse(payload));
      if (from === id) return;
      heardAtMs = performance.now();
      isAsked ||= asks;
      returning.hear(came);
    },
    async tell() {
      if (mustAsk) {
        await send([{ from: id, asks: true }]);
        mustAsk = false;
      }
      const [tellsAll, fresh] = [isAsked, returning.takeFresh()];
      if (isAlone()) return;
      const names = tellsAll ? returning.all() : fresh;
      isAsked = false;
      try {
        await send(inMessages(names).map((came) => ({ from: id, came })));
      } catch (error) {
        // what could not be told goes with all the rest the next time
        isAsked = true;
        throw error;
      }
    },
  };
}

function inMessages(names: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < names.length; at += PER_MESSAGE) parts.push(names.slice(at, at + PER_MESSAGE));
  return parts;
}
