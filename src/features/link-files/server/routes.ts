import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../platform/server/deps.ts';
import { askPassword } from '../../../platform/server/http/access.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { originOf } from '../../../platform/server/http/origin.ts';
import type { CountLinks } from '../../links/server/service.ts';
import { LinkImport, LinkImportReply } from '../contract.ts';
import { importLinks } from './service.ts';

const BASE = '/api/admin/tracking-links';
/** A text of a million characters, each of them escaped. */
const IMPORT_LIMIT_BYTES = 4 * 1024 * 1024;

export function linkFileRoutes(route: Route, deps: Deps, count: CountLinks): void {
  const scope = (request: FastifyRequest) => ({ ...deps, count, origin: originOf(deps.config.publicUrl, request) });

  route.post(
    `${BASE}/import`,
    {
      access: 'write:commerce',
      summary: 'Make links of a CSV, all or none',
      body: LinkImport,
      reply: LinkImportReply,
      bodyLimitBytes: IMPORT_LIMIT_BYTES,
      room: 'much',
    },
    ({ actor, body, request }) => {
      // its rows may lead to addresses of their own
      askPassword(actor, !body.dry_run);
      return importLinks(scope(request), actor, body);
    },
  );
}
