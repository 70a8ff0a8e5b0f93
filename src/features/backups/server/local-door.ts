import { hash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Dialect } from '../../../platform/server/event-store/dialect.ts';
import { dialectOf } from '../../../platform/server/event-store/open.ts';
import type { MovedTo } from '../../events/server/store-mark.ts';
import type { Shipper } from '../../events/server/shipper.ts';
import type { MovableStore } from '../../recovery/server/movable-store.ts';
import { openEventMoment, type EventMoment } from './together/event-moment.ts';
import { createHolding } from './moving/holding.ts';
import type { EventTable } from './event-sums.ts';

/**
 * How a command that stands beside a running program has it keep its journal and read its event store, which is held by a process of
 * its own: a socket in the data folder that this user alone may open. Lines of JSON; what was kept or held is so until the line ends.
 */
type Asked =
  | { say: 'keep' | 'open' | 'hold' | 'close' }
  | { say: 'move'; to: MovedTo }
  | { say: 'query'; sql: string }
  | { say: 'write'; columns: readonly string[]; where: string };
type Said =
  | { say: 'kept' | 'closed' | 'moved' }
  | ({ say: 'opened'; engine: Dialect['engine']; table: Pick<EventTable, 'table' | 'columns'> } & Omit<
      EventMoment,
      'table'
    >)
  | { say: 'rows'; rows: Record<string, unknown>[] }
  | { say: 'written'; path: string }
  | { say: 'failed'; why: string };

/** The address of a socket holds 107 characters. */
const ADDRESS_BYTES = 100;

function addressOf(dataDir: string): string {
  const near = join(dataDir, 'backup.sock');
  if (Buffer.byteLength(near) <= ADDRESS_BYTES) return near;
  return join(tmpdir(), `guidepost-${hash('sha256', dataDir).slice(0, 16)}.sock`);
}

type Parts = {
  deps: { config: { dataDir: string }; db: Db; log: Log };
  eventStore: MovableStore;
  journal: { id: string; end(): string };
  shipper: Pick<Shipper, 'keepAll' | 'standStill'>;
};

/** Opens the door of the program that holds this data folder. */
export async function openDoor({
  deps,
  eventStore,
  journal,
  shipper: { keepAll, standStill },
}: Parts): Promise<{ close(): Promise<void> }> {
  const {
    config: { dataDir },
    db,
    log,
  } = deps;
  const parts = { eventStore, db, journal, standStill };
  const { hold, move } = createHolding(parts);
  const open = (signal: AbortSignal) => openEventMoment({ ...parts, signal });
  const address = addressOf(dataDir);
  const guests = new Set<Socket>();

  async function serve(socket: Socket): Promise<void> {
    const gone = new AbortController();
    let leave: (() => void) | undefined;
    socket.once('close', () => {
      leave?.();
      gone.abort();
      guests.delete(socket);
    });
    const say = (said: Said): Promise<void> | void => {
      if (socket.write(`${JSON.stringify(said)}\n`)) return;
      return new Promise((done) => {
        const go = (): void => {
          socket.off('drain', go).off('close', go);
          done();
        };
        socket.on('drain', go).on('close', go);
      });
    };
    try {
      let opened: EventTable | undefined;
      for await (const asked of linesOf<Asked>(socket)) {
        if (asked.say === 'keep') {
          leave ??= keepAll();
          await say({ say: 'kept' });
        } else if (asked.say === 'open' || asked.say === 'hold') {
          const { table, ...moment } = await (asked.say === 'open' ? open : hold)(gone.signal);
          opened = table;
          const { dialect, columns } = table;
          await say({ say: 'opened', engine: dialect.engine, table: { table: table.table, columns }, ...moment });
        } else if (!opened) throw new Error('Nothing is open.');
        else if (asked.say === 'move') {
          await move(asked.to);
          await say({ say: 'moved' });
        } else if (asked.say === 'query') await say({ say: 'rows', rows: await opened.query(asked.sql) });
        else if (asked.say === 'write')
          await say({ say: 'written', path: await opened.write(asked.columns, asked.where) });
        else {
          await opened.close();
          await say({ say: 'closed' });
        }
      }
    } catch (error) {
      if (!gone.signal.aborted) {
        log.warn({ err: error }, 'a command beside the program could not be served');
        await say({ say: 'failed', why: error instanceof Error ? error.message : String(error) });
      }
    } finally {
      socket.end();
    }
  }

  const server = createServer((socket) => {
    guests.add(socket);
    socket.on('error', () => undefined);
    void serve(socket);
  });
  // one that was killed leaves it behind
  rmSync(address, { force: true });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(address, done));
  chmodSync(address, 0o600);
  return {
    async close() {
      for (const guest of guests) guest.destroy();
      await new Promise<void>((done) => server.close(() => done()));
      rmSync(address, { force: true });
    },
  };
}

/** A running program, asked from beside it; or what stands in its place while none runs. */
export type Neighbour = {
  /** From now on it takes nothing of its journal away, until this is closed. */
  keep(): Promise<void>;
  open(): Promise<EventMoment>;
  /** The same, and nothing is written to its event store until this is closed. */
  hold(): Promise<EventMoment>;
  /** What is held is in another store from now on. */
  move(to: MovedTo): Promise<void>;
  close(): Promise<void> | void;
};

/** @throws Error when nobody answers there */
export async function knock(dataDir: string): Promise<Neighbour> {
  const socket = connect(addressOf(dataDir));
  await new Promise<void>((done, fail) => {
    socket.once('connect', done).once('error', (cause) =>
      fail(
        new Error(
          'The program runs and does not answer yet: try again once it is up. An older release must be restarted.',
          {
            cause,
          },
        ),
      ),
    );
  });
  socket.on('error', () => undefined);
  const lines = linesOf<Said>(socket)[Symbol.asyncIterator]();
  const gone = (): Error => new Error('The program ended in the middle of it: try again.');

  async function next(): Promise<Said> {
    const line = await lines.next().catch(() => undefined);
    if (line === undefined || line.done === true) throw gone();
    if (line.value.say === 'failed') throw new Error(line.value.why);
    return line.value;
  }

  async function ask<Word extends Said['say']>(asked: Asked, word: Word): Promise<Extract<Said, { say: Word }>> {
    socket.write(`${JSON.stringify(asked)}\n`);
    // answers come in the order of what was asked
    const said = await next();
    if (said.say !== word) throw gone();
    return said as Extract<Said, { say: Word }>;
  }

  async function openBy(word: 'open' | 'hold'): Promise<EventMoment> {
    const { say: _say, engine, table, ...moment } = await ask({ say: word }, 'opened');
    return {
      ...moment,
      table: {
        ...table,
        dialect: dialectOf(engine),
        query: async <T extends Record<string, unknown>>(sql: string) =>
          (await ask({ say: 'query', sql }, 'rows')).rows as T[],
        write: async (columns, where) => (await ask({ say: 'write', columns, where }, 'written')).path,
        async close() {
          await ask({ say: 'close' }, 'closed');
        },
      },
    };
  }

  return {
    async keep() {
      await ask({ say: 'keep' }, 'kept');
    },
    open: () => openBy('open'),
    hold: () => openBy('hold'),
    async move(to) {
      await ask({ say: 'move', to }, 'moved');
    },
    close: () => void socket.destroy(),
  };
}

async function* linesOf<Line>(socket: Socket): AsyncGenerator<Line> {
  let waiting: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      waiting.push(chunk.subarray(from, end));
      yield JSON.parse(Buffer.concat(waiting).toString('utf8')) as Line;
      [waiting, from] = [[], end + 1];
    }
    if (from < chunk.length) waiting.push(chunk.subarray(from));
  }
}
