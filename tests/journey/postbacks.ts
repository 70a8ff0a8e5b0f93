import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inParallel, type Http, type Notes } from './http.ts';
import { seeded } from '../../src/platform/dice.ts';
import type { World } from './world.ts';

type Example = { case: string; after: string | null; expect_status: string | null; query: Record<string, string> };
type Shape = { network: string; examples: Example[] };

/** A click that may be reported on. */
export type Click = { id: string; network: string; isOvertaken: boolean };

const SHAPES = JSON.parse(readFileSync(join(import.meta.dirname, '../real-input/postbacks.json'), 'utf8')) as Shape[];
const COPIES = 8;

/** The program of one click after the other, over and over. `nothing` = most clicks never sell. */
const FATES = [
  'sale',
  'nothing',
  'repeat',
  'nothing',
  'refund',
  'copies',
  'nothing',
  'status_change',
  'twice',
] as const;

/** Well formed, and never given to anybody. */
const UNKNOWN_CLICKS = ['01m00000000000000000000x', 'abcdef0123456789'];

/** Speaks as the four networks do. */
export function createNetworks(http: Http, notes: Notes, world: World) {
  let serial = 0;

  async function send(network: string, query: Record<string, string>): Promise<void> {
    const { postbackPath } = world.networks.find((one) => one.key === network)!;
    const number = ++serial;
    const at = new Date().toISOString();
    const { status, text } = await http.exchange('GET', `${postbackPath}?${new URLSearchParams(query)}`, {
      'user-agent': 'network-postback/1.0',
    });
    notes.note('postbacks', { number, at, network, query, status, answer: JSON.parse(text) });
  }

  const exampleOf = (network: string, name: string): Example => {
    const shape = SHAPES.find((one) => one.network === network)!;
    return shape.examples.find((one) => one.case === name) ?? shape.examples[0]!;
  };

  /** What a network says until a case is told, in its own words; `after` names what must have been said before. */
  function chainOf(network: string, name: string): Example[] {
    const example = exampleOf(network, name);
    return [...(example.after === null ? [] : chainOf(network, example.after)), example];
  }

  /** @param variant undefined keeps the published amount and transaction; a number makes others of the same shape */
  function fill(network: string, { query }: Example, click: string, variant: number | undefined) {
    const filled: Record<string, string> = { ...query, click_id: query['click_id']!.replace('@CLICK_ID@', click) };
    if (variant === undefined) return filled;
    const sale = exampleOf(network, 'sale').query['payout']!;
    const amount = `${(variant * 7) % 113}.${String((variant * 7_919) % 1_000_000).padStart(6, '0')}`;
    if (filled['payout']!.replace('-', '') === sale) filled['payout'] = filled['payout']!.replace(sale, amount);
    filled['txid'] = `${filled['txid']}-${variant}`;
    return filled;
  }

  async function tell(click: Click, name: string, variant: number | undefined): Promise<void> {
    const chain = chainOf(click.network, name);
    // the sale of an overtaken click has been told
    for (const example of click.isOvertaken ? chain.slice(1) : chain)
      await send(click.network, fill(click.network, example, click.id, variant));
  }

  async function report(click: Click, turn: number): Promise<void> {
    const variant = turn % 3 === 0 ? undefined : turn;
    if (click.isOvertaken) return tell(click, turn % 2 === 0 ? 'refund' : 'repeat', undefined);
    const fate = FATES[turn % FATES.length]!;
    if (fate === 'nothing') return;
    if (fate === 'copies') {
      const query = fill(click.network, exampleOf(click.network, 'sale'), click.id, variant);
      return inParallel(
        COPIES,
        Array.from({ length: COPIES }, () => () => send(click.network, query)),
      );
    }
    if (fate !== 'twice') return tell(click, fate, variant);
    await tell(click, 'sale', variant);
    await tell(click, 'sale', turn + 10_000);
  }

  return {
    /** Tells a sale right away, before its click can have been shipped; two copies of it at once. */
    async overtake(click: Click): Promise<void> {
      const query = fill(click.network, exampleOf(click.network, 'sale'), click.id, undefined);
      await Promise.all([send(click.network, query), send(click.network, query)]);
    },

    /** Goes through all clicks in their order; which of them sells, how, and for how much is the same in every run. */
    async reportAll(clicks: readonly Click[]): Promise<void> {
      const turns = new Map<string, number>();
      const random = seeded(3);
      const tasks = clicks.map((click) => {
        const turn = turns.get(click.network) ?? Math.floor(random() * 3);
        turns.set(click.network, turn + 1);
        return () => report(click, turn);
      });
      await inParallel(4, tasks);
    },

    /** What no click stands behind: macros that were not filled, ids that nobody was given. */
    async reportStrays(): Promise<void> {
      for (const { network } of SHAPES) {
        await send(network, exampleOf(network, 'literal_macro').query);
        for (const id of UNKNOWN_CLICKS)
          for (const name of ['sale', 'repeat'])
            await send(network, fill(network, exampleOf(network, name), id, undefined));
      }
    },
  };
}

export type Networks = ReturnType<typeof createNetworks>;
