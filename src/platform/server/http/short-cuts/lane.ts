import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../log.ts';
import { readPlainGet } from './plain-get.ts';
import { bytesOf, type Problems } from '../problems.ts';
import { offerTo, type AddressOf, type SendShort, type ShortAsked, type ShortCut } from './short-cuts.ts';

/** Connections are looked through so often; ages are counted in such rounds. */
const ROUND_MS = 2000;

/**
 * A way around node's parser for what short cuts answer: a plain GET that comes whole in one piece is read, answered and its answer
 * written by a few lines, for half of what node takes. A connection on which anything else comes is node's from then on, with all
 * that came: no request is read by both.
 */
export type Lane = {
  /** An answer is under way on it. */
  isBusy(socket: Socket): boolean;
  /** Ends the connections on which nothing is to be answered. */
  closeIdle(): void;
};

type Parts = {
  shortCuts: readonly ShortCut[];
  addressOf: AddressOf;
  problems: Problems;
  /** The words that stand for a status. */
  reasonOf(status: number): string;
  /** The server ends: each answer is the last of its connection. */
  isEnding(): boolean;
  keepAliveMs: number;
  /** How long somebody may take to ask, before node counts. */
  silentMs: number;
  log: Log;
};

type Connection = {
  isBusy: boolean;
  /** Round in which something came last, or was answered. */
  heardIn: number;
  wasHeard: boolean;
  leave(): void;
};

/** Takes the connections of a server that does not listen yet. */
export function openLane(server: Server, parts: Parts): Lane {
  const { addressOf, problems, reasonOf, isEnding, keepAliveMs, silentMs, log } = parts;
  const open = new Map<Socket, Connection>();
  const offer = offerTo(parts.shortCuts, log);
  const staying = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`;
  const nodes = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  let round = 0;

  function take(socket: Socket): void {
    /** What came while an answer was under way. */
    let held: Buffer | undefined;
    let hasEnded = false;
    let asked: ShortAsked;
    /** The answer to what was asked is on its way, though perhaps not read yet. */
    let isGiven = false;
    const connection: Connection = { isBusy: false, heardIn: round, wasHeard: false, leave: () => handOver(undefined) };
    const answer = { send, fail, isGiven: () => isGiven };

    function onData(bytes: Buffer): void {
      connection.heardIn = round;
      connection.wasHeard = true;
      if (connection.isBusy) {
        // who asks on before the answer is no browser: node puts them in line
        socket.pause();
        held = held === undefined ? bytes : Buffer.concat([held, bytes]);
        return;
      }
      const read = readPlainGet(bytes);
      const ip = read && addressOf(socket.remoteAddress, read.headers);
      if (ip === undefined) return handOver(bytes);
      asked = { ...read!, ip };
      connection.isBusy = true;
      isGiven = false;
      if (!offer(asked, answer)) handOver(bytes);
    }

    function send(...[status, common, own, body, onSent]: Parameters<SendShort>): void {
      if (socket.destroyed) return;
      let text = `HTTP/1.1 ${status} ${reasonOf(status)}\r\n${common.text}`;
      for (let i = 0; i < own.length; i += 2) text += `${own[i]}: ${fitting(own[i + 1]!)}\r\n`;
      isGiven = true;
      const isLast = hasEnded || isEnding();
      text += `content-length: ${body?.length ?? 0}\r\nDate: ${httpDate()}\r\n${isLast ? 'Connection: close\r\n\r\n' : staying}`;
      if (body === undefined) socket.write(text, 'latin1');
      else {
        socket.cork();
        socket.write(text, 'latin1');
        socket.write(body, (error) => error ?? onSent?.());
        socket.uncork();
      }
      if (isLast) socket.destroySoon();
      else if (socket.writableNeedDrain) socket.once('drain', goOn);
      else goOn();
    }

    function goOn(): void {
      connection.isBusy = false;
      connection.heardIn = round;
      if (held !== undefined) handOver(held);
    }

    function fail(error: unknown): void {
      log.error({ err: error }, 'a short cut failed');
      if (isGiven || socket.destroyed) return;
      isGiven = true;
      const problem = problems.describeBare(error, asked);
      socket.write(bytesOf(problem, { hasBody: true, reason: reasonOf(problem.status) }));
      socket.destroySoon();
    }

    function onEnd(): void {
      hasEnded = true;
      if (!connection.isBusy) socket.end();
    }

    const ignore = (): void => undefined;
    const forget = (): void => void open.delete(socket);

    function handOver(bytes: Buffer | undefined): void {
      open.delete(socket);
      socket.off('data', onData).off('end', onEnd).off('close', forget);
      const wasPaused = socket.isPaused();
      for (const listener of nodes) listener.call(server, socket);
      // node has listeners of its own by now
      socket.off('error', ignore);
      if (bytes !== undefined) socket.emit('data', bytes);
      if (wasPaused) socket.resume();
    }

    open.set(socket, connection);
    socket.on('data', onData).on('end', onEnd).on('error', ignore).on('close', forget);
  }

  server.removeAllListeners('connection');
  server.on('connection', take);

  const rounds = setInterval(() => {
    round += 1;
    for (const [socket, connection] of open) {
      const quietMs = (round - connection.heardIn) * ROUND_MS;
      if (connection.isBusy || quietMs <= (connection.wasHeard ? keepAliveMs : silentMs)) continue;
      if (connection.wasHeard) socket.destroy();
      else connection.leave();
    }
  }, ROUND_MS).unref();
  server.once('close', () => clearInterval(rounds));

  return {
    isBusy: (socket) => open.get(socket)?.isBusy === true,
    closeIdle() {
      for (const [socket, { isBusy, wasHeard }] of open) if (wasHeard && !isBusy) socket.destroy();
    },
  };
}

/** As node judges the value of a header. */
const UNFIT = /[^\t\x20-\x7e\x80-\xff]/;

function fitting(value: string): string {
  if (UNFIT.test(value)) throw new TypeError('a header cannot hold this value');
  return value;
}

let date = { second: Number.NaN, text: '' };

/** The time as RFC 9110 wants it, made once a second. */
function httpDate(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== date.second) date = { second, text: new Date(now).toUTCString() };
  return date.text;
}
