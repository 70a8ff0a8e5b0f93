import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines, on stdout unless told otherwise. Secrets never reach a log: these keys are cut wherever they stand. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
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
