import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogTail } from './log-tail.ts';

export type Log = Logger;

/** JSON lines, on stdout unless told otherwise. Secrets never reach a log: these keys are cut wherever they stand. */
export const createLog = (level: string, destination?: DestinationStream, tail?: LogTail): Log =>
  pino(
    {
      level,
      ...(tail && {
        hooks: {
          streamWrite: (line: string) => {
            tail.take(line);
            return line;
          },
        },
      }),
      redact: {
        paths: [
          '*.password',
          '*.token',
          '*.authorization',
          'req.headers.authorization',
          '*.hmac_secret',
          '*.postback_key',
        ],
        censor: '[cut]',
      },
    },
    destination,
  );
