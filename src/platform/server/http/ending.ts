import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from './short-cuts/lane.ts';

const DRAIN_MS = 200;
/** Connections that were busy when the server stopped listening close as soon as they are not. */
const CHECK_MS = 50;
/** How long what somebody has begun to send may take to come whole: no limit of a server that ends watches over it any more. */
const UNFINISHED_MS = 3000;

/** Node notes on a connection the answer that is under way; http-terminator reads it too. A note of our own costs each request. */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/** How a server ends: what was asked is answered, and nobody who asks nothing holds it up. */
export type Ending = {
  isUnderWay(): boolean;
  /** Call before the server stops listening. */
  begin(): Promise<void>;
};

/**
 * @param server is not listening yet
 * @param lane what it answers without node
 * @param lingerMs how long it goes on as ever, but for its probes, so that who stands in front sends nobody here any more
 */
export function createEnding(server: Server, lane: Lane, lingerMs: () => number): Ending {
  const open = new Set<Connection>();
  server.on('connection', (socket: Connection) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let isUnderWay = false;

  return {
    isUnderWay: () => isUnderWay,
    async begin() {
      isUnderWay = true;
      if (!server.listening) return;
      await sleep(lingerMs());
      // requests that lie in a socket were sent before anybody could know that we end
      await sleep(DRAIN_MS);
      await socketsRead();
      const lateMs = performance.now() + UNFINISHED_MS;
      const check = setInterval(() => {
        void socketsRead().then(() => {
          server.closeIdleConnections();
          lane.closeIdle();
          for (const socket of open)
            if (!lane.isBusy(socket) && isIdle(socket, performance.now() > lateMs)) socket.destroy();
        });
      }, CHECK_MS);
      server.once('close', () => clearInterval(check));
    },
  };
}

/** Whether nothing is to be answered on it; late, what did not come whole counts as nothing. A connection that a browser only keeps ready says nothing at all. */
const isIdle = ({ _httpMessage: answer, bytesRead }: Connection, isLate: boolean): boolean =>
  answer ? isLate && !answer.req.complete : isLate || bytesRead === 0;

/**
 * What lies in the sockets is read. A process that gets little of its machine may sleep through any time, and a turn of the event loop
 * runs timers before it reads; what the first turn accepts, the second reads.
 */
async function socketsRead(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
