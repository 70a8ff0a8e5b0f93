import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { sendList } from '../../settings/server/list-file.ts';
import { LibraryChange, LibraryPage, LibraryQuery, LibraryReply, PICTURE_COLUMNS, Replacement } from '../contract.ts';
import * as library from './library.ts';

const BASE = '/api/admin/images';

/** The library of stored pictures. */
export function libraryRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    {
      access: 'read:content',
      summary: 'List stored pictures, with who shows them',
      query: LibraryQuery,
      reply: LibraryPage,
    },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return library.listPictures(deps.db, query);
      return sendList(reply, deps, query, {
        name: 'pictures',
        columns: PICTURE_COLUMNS,
        list: (inside, page) => library.listPictures(inside.db, { ...query, ...page }),
      });
    },
  );

  route.patch(
    `${BASE}/:id`,
    {
      access: 'write:content',
      summary: 'Say what a picture shows',
      params: IdParams,
      body: LibraryChange,
      reply: LibraryReply,
    },
    async ({ actor, params, body }) => ({
      data: await library.describePicture(deps.db, actor, params.id, body),
      message: 'Picture saved.',
    }),
  );

  route.post(
    `${BASE}/:id/replace`,
    {
      access: 'write:content',
      summary: 'Put another stored picture wherever this one stands',
      params: IdParams,
      body: Replacement,
      reply: LibraryReply,
    },
    async ({ actor, params, body }) => ({
      data: await library.replacePicture(deps.db, actor, params.id, body.with),
      message: 'Picture replaced.',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:content', summary: 'Delete a picture that nothing shows', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await library.deletePicture(deps, actor, params.id);
      return { message: 'Picture deleted.' };
    },
  );
}
