import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { ping } from '../../../platform/server/postgres/postgres.ts';

const Status = z.object({ status: z.literal('ok') });

/**
 * For whatever keeps the process running, or stands in front of several: alive, and ready for writes. They reveal nothing else.
 * @param isEnding nobody is to be sent here any more
 */
export function probes(route: Route, { db, isEnding }: Pick<Deps, 'db'> & { isEnding(): boolean }): void {
  const refuseEnding = (): void => {
    if (isEnding()) throw new AppError('unavailable', 'This program ends.');
  };
  route.get('/healthz', { access: 'public', summary: 'The process answers', reply: Status }, () => {
    refuseEnding();
    return { status: 'ok' as const };
  });
  route.get('/readyz', { access: 'public', summary: 'The database answers too', reply: Status }, async () => {
    refuseEnding();
    try {
      await ping(db);
    } catch (cause) {
      throw new AppError('unavailable', 'Not ready.', { cause });
    }
    return { status: 'ok' as const };
  });
}
