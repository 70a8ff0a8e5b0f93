import { Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { LoginBody, LoginReply, MeReply } from '../contract.ts';
import { AuditPage, AuditQuery } from '../contract-audit.ts';
import * as accounts from './service.ts';

export function accountsRoutes(route: Route, { db, clock }: Deps): void {
  route.post(
    '/api/auth/login',
    { access: 'public', summary: 'Log in', body: LoginBody, reply: LoginReply, bodyLimitBytes: 16 * 1024 },
    ({ body, request, reply }) => {
      void reply.header('cache-control', 'no-store');
      return accounts.login(db, body, request.ip, clock());
    },
  );

  route.post(
    '/api/auth/logout',
    { access: 'admin', summary: 'End this session', reply: Message, room: 'none' },
    async ({ request, reply }) => {
      await accounts.logout(db, request.headers.authorization!.slice('Bearer '.length));
      void reply.header('clear-site-data', '"storage"');
      return { message: 'Signed out.' };
    },
  );

  route.get('/api/auth/me', { access: 'admin', summary: 'Who is logged in', reply: MeReply }, ({ actor }) => ({
    user: accounts.present(actor),
  }));

  route.get(
    '/api/settings/audit',
    { access: 'admin', summary: 'Who changed what, the latest first', query: AuditQuery, reply: AuditPage },
    ({ query }) => accounts.listAudit(db, query),
  );
}
