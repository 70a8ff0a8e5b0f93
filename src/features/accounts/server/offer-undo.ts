import type { FastifyInstance } from 'fastify';
import { UNDO_HEADER } from '../../../platform/undo-header.ts';
import type { UndoPorts } from './undo-ports.ts';

/**
 * Tells the screen of an administrator by which entry of the audit what it has just changed can be taken back, so that it may offer that.
 * What the entry would really do is looked up only when it is asked for.
 */
export function offerUndo(app: FastifyInstance, ports: UndoPorts): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { actor } = request;
    const entry = actor?.recorded;
    if (entry && actor.session && actor.role === 'admin' && reply.statusCode < 300 && isUndoable(ports, entry))
      void reply.header(UNDO_HEADER, entry.id);
    done(null, payload);
  });
}

function isUndoable({ rows, entries, reasons }: UndoPorts, { entity, action }: { entity: string; action: string }) {
  const name = `${entity} ${action}`;
  if (name in reasons || entity in reasons) return false;
  return name in entries || rows.some(({ entities }) => Object.values(entities).includes(entity));
}
