import { Message, LongIdParams } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { sendList } from '../../../settings/server/list-file.ts';
import {
  AmbiguousList,
  ContraryPage,
  ContraryQuery,
  PlaceBody,
  REFOLDED_COLUMNS,
  RefoldedPage,
  RefoldedQuery,
} from '../../decisions-contract.ts';
import { WAITING_COLUMNS } from '../../manual-contract.ts';
import * as decisions from './decisions.ts';

const CONVERSIONS = '/api/admin/conversions';

/** What networks left open about money: contrary words, words that may mean several conversions, and what the rules of today changed. */
export function decisionRoutes(route: Route, deps: Deps): void {
  route.get(
    `${CONVERSIONS}/contrary`,
    {
      access: 'admin',
      summary: 'Conversions that were both approved and rejected',
      query: ContraryQuery,
      reply: ContraryPage,
    },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return decisions.listContrary(deps.db, query);
      return sendList(reply, deps, query, {
        name: 'contrary-words',
        columns: [...WAITING_COLUMNS, 'said'],
        list: (inside, page) => decisions.listContraryLines(inside.db, { ...query, ...page }),
      });
    },
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
    { access: 'admin', summary: 'What the rules of today changed', query: RefoldedQuery, reply: RefoldedPage },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return decisions.listRefolded(deps.db, query);
      return sendList(reply, deps, query, {
        name: 'folded-anew',
        columns: REFOLDED_COLUMNS,
        list: (inside, page) => decisions.listRefolded(inside.db, { ...query, ...page }),
      });
    },
  );
}
