import { spawn } from 'node:child_process';
import { Agent, get, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SHIPPED_LIMIT_MS = 60_000;
const POLL_MS = 250;

/** The figure at a share of all, such as 0.99. @param part in [0, 1] */
export const at = (all: readonly number[], part: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))]!;

export const median = (all: readonly number[]): number => at(all, 0.5);

/** @returns how many ms it took */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export type StartedScript = { url: string; stop(): void };

/** Starts a server of a script beside this one that prints where it listens. */
export async function startScript(script: string, ...args: string[]): Promise<StartedScript> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    // it may say other things too
    child.stdout.on('data', (chunk: Buffer) => {
      const [found] = /http:\S+/.exec(chunk.toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { url, stop: () => void child.kill() };
}

/** Resolves when nothing of that server waits to be shipped, by the product's own page of its health. */
export async function shippedBy({ url, token }: { url: string; token: string }): Promise<void> {
  const until = performance.now() + SHIPPED_LIMIT_MS;
  for (;;) {
    const reply = await fetch(`${url}/api/admin/server-health`, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await reply.json()) as { data: { checks: { key: string; value: string }[] } };
    const stores = data.checks.filter(({ key }) => key === 'shipping_postgres' || key === 'shipping_event_store');
    if (stores.length === 2 && stores.every(({ value }) => value.startsWith('0 '))) return;
    if (performance.now() > until) throw new Error(`not shipped: ${JSON.stringify(stores)}`);
    await sleep(POLL_MS);
  }
}

/** Asks and waits for the whole answer. @returns its status */
const ask = (url: string, given: { agent: Agent; headers: OutgoingHttpHeaders }): Promise<number> =>
  new Promise((done, fail) => {
    get(url, given, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode ?? 0));
      answer.once('error', fail);
    }).once('error', fail);
  });

type Steadily = {
  perSecond: number;
  /** How many go first and are not measured. */
  warmUp: number;
  /** The status of a good answer; default is 200. */
  expects?: number;
  headers?: OutgoingHttpHeaders;
};

/**
 * Asks for addresses at a steady rate, however long the answers take: whoever waits for an answer before he asks again measures
 * himself.
 * @returns how long each took in ms, counted from when it was due, and how many were not answered as expected
 */
export async function askSteadily(
  addresses: readonly string[],
  { perSecond, warmUp, expects = 200, headers = {} }: Steadily,
): Promise<{ took: number[]; bad: number }> {
  const agent = new Agent({ keepAlive: true });
  const took: number[] = [];
  let bad = 0;
  const begin = performance.now();
  const asked: Promise<void>[] = [];
  while (asked.length < addresses.length) {
    const due = begin + (asked.length * 1000) / perSecond;
    const isMeasured = asked.length >= warmUp;
    if (performance.now() < due) {
      await sleep(1);
      continue;
    }
    const told = (status: number): void => {
      if (isMeasured) took.push(performance.now() - due);
      if (status !== expects) bad += 1;
    };
    asked.push(ask(addresses[asked.length]!, { agent, headers }).then(told, () => told(0)));
  }
  await Promise.all(asked);
  agent.destroy();
  return { took, bad };
}
