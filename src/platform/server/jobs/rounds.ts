import type { Clock } from '../../time.ts';
import type { Log } from '../log.ts';

/** Work that is done every so often, and how its last round went. */
export type Round = {
  name: string;
  periodMs: number;
  /** When the last round ended, and how long it took; undefined before the first. */
  lastAt: Date | undefined;
  tookMs: number | undefined;
  nextAt: Date;
  /** Of the last round; undefined when it went well. */
  error: string | undefined;
  /** Another instance does it at present. */
  isElsewhere: boolean;
};

/** A round that fails is said in the log and tried again at its next time; a round never begins before the one before it ended. */
export type Rounds = {
  /** @param isOurs asked when its time has come; false leaves the round to another instance */
  every(periodMs: number, name: string, work: () => Promise<unknown>, isOurs?: () => boolean): void;
  list(): readonly Round[];
  /** Begins no more rounds, and waits for those that run. */
  stop(): Promise<void>;
};

/** Rounds of one period would all begin at once, and take as many connections to the database. */
const APART_MS = 250;

export function createRounds({ clock, log }: { clock: Clock; log: Log }): Rounds {
  const rounds: Round[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  async function run(round: Round, work: () => Promise<unknown>): Promise<void> {
    const begin = performance.now();
    try {
      await work();
      round.error = undefined;
    } catch (error) {
      round.error = error instanceof Error ? error.message : String(error);
      log.warn({ err: error }, `${round.name} failed`);
    }
    round.tookMs = performance.now() - begin;
    round.lastAt = clock();
  }

  return {
    every(periodMs, name, work, isOurs = () => true) {
      const next = () => new Date(clock().getTime() + periodMs);
      const fresh = { lastAt: undefined, tookMs: undefined, error: undefined };
      const round: Round = { name, periodMs, nextAt: next(), ...fresh, isElsewhere: !isOurs() };
      rounds.push(round);
      let isBusy = false;
      const tick = (): void => {
        round.nextAt = next();
        if (isBusy) return;
        round.isElsewhere = !isOurs();
        // what it was like before is no news any more
        if (round.isElsewhere) return void Object.assign(round, fresh);
        isBusy = true;
        const whole = run(round, work).finally(() => {
          isBusy = false;
          running.delete(whole);
        });
        running.add(whole);
      };
      const first = setTimeout(
        () => {
          timers.delete(first);
          timers.add(setInterval(tick, periodMs).unref());
          tick();
        },
        periodMs + APART_MS * (rounds.length - 1),
      ).unref();
      timers.add(first);
    },
    list: () => rounds,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
