import { IdParams } from '../../../../platform/paging.ts';
import { sendCsv } from '../../../../platform/server/http/csv.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { ApiKeyBody, ApiKeyReply, ApiKeysQuery, ApiKeysReply, MadeKey } from '../../contract-keys.ts';
import type { Scope } from '../ports.ts';
import * as keys from './keys.ts';

const PATH = '/api/settings/keys';

/** Keys by which programs call the API in somebody's name. */
export function keyRoutes(route: Route, scope: Scope): void {
  route.get(
    PATH,
    {
      access: 'signed-in',
      summary: 'Your keys to the API; an administrator sees those of everybody',
      query: ApiKeysQuery,
      reply: ApiKeysReply,
    },
    ({ actor, query, reply }): unknown =>
      query.format === 'csv'
        ? sendCsv(reply, 'keys', () => keys.keysTable(scope, actor, query))
        : keys.listKeys(scope, actor, query),
  );

  route.post(
    PATH,
    {
      access: 'signed-in',
      summary: 'Make a key to the API; it is told this once',
      body: ApiKeyBody,
      reply: MadeKey,
      status: 201,
      asksPassword: true,
    },
    ({ actor, body }) => keys.makeKey(scope, actor, body),
  );

  route.delete(
    `${PATH}/:id`,
    {
      access: 'signed-in',
      summary: 'Revoke a key; it opens nothing from the next call on',
      params: IdParams,
      reply: ApiKeyReply,
      asksPassword: true,
      room: 'none',
    },
    async ({ actor, params }) => {
      const data = await keys.revokeKey(scope, actor, params.id);
      return { data, message: `The key ${data.name} is revoked.` };
    },
  );
}
