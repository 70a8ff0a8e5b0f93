import { Message, LongIdParams } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { AmbiguousList, ContraryPage, DecisionQuery, PlaceBody, RefoldedPage } from '../../decisions-contract.ts';
import * as decisions from './decisions.ts';

const CONVERSIONS = '/api/admin/conversions';

/** What networks left open about money: contrary words, words that may mean several conversions, and what the rules of today changed. */
export function decisionRoutes(route: Route, deps: Deps): void {
  route.get(
    `${CONVERSIONS}/contrary`,
    {
      access: 'admin',
      summary: 'Conversions that were both approved and rejected',
      query: DecisionQuery,
      reply: ContraryPage,
    },
    ({ query }) => decisions.listContrary(deps.db, query),
  );

  route.get(
    `${CONVERSIONS}/ambiguous`,
    { access: 'admin', summary: 'Messages that may be about any of several conversions', reply: AmbiguousList },
    () => decisions.listAmbiguous(deps.db),
  );

  route.post(
    `${CONVERSIONS}/ambiguous/:id`,
    {
      access: 'write:conversions',
      summary: 'Say what such a message is about',
      params: LongIdParams,
      body: PlaceBody,
      reply: Message,
    },
    async ({ actor, params, body }) => {
      await decisions.placeMessage(deps, actor, params.id, body);
      return {
        message: body.conversion_id === null ? 'The message is set aside.' : 'The message has its conversion now.',
      };
    },
  );

  route.get(
    `${CONVERSIONS}/refolded`,
    { access: 'admin', summary: 'What the rules of today changed', query: DecisionQuery, reply: RefoldedPage },
    ({ query }) => decisions.listRefolded(deps.db, query),
  );
}
