import type { FastifyInstance } from 'fastify';
import { diskFull } from '../../platform/errors.ts';
import type { DiskRoom } from '../../platform/server/disk-room.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * While the disk is nearly full, large writers stop first, then every write of the back office that can wait. Ways out, postbacks,
 * logins and deletions go on. It comes behind the token's judgement, and before anything of a body is read.
 */
export function keepRoom(app: FastifyInstance, room: Pick<DiskRoom, 'state'>): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { access, room: needs } = request.routeOptions.config;
    const state = room.state();
    const isWrite = access !== 'public' && !READS.includes(request.method) && request.method !== 'DELETE';
    const isRefused = needs === 'much' ? state !== 'enough' : needs !== 'none' && isWrite && state === 'none';
    done(isRefused ? diskFull() : null);
  });
}
