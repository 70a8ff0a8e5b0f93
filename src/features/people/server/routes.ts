import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { sendList } from '../../settings/server/list-file.ts';
import { PERSON_COLUMNS, PersonChange, PersonInput, PersonPage, PersonQuery, PersonReply } from '../contract.ts';
import * as people from './service.ts';

const BASE = '/api/settings/people';

export function peopleRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    { access: 'read:content', summary: 'List authors and reviewers', query: PersonQuery, reply: PersonPage },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return people.listPeople(deps, query);
      return sendList(reply, deps, query, {
        name: 'people',
        columns: PERSON_COLUMNS,
        list: (inside, page) => people.listPeople(inside, { ...query, ...page }),
      });
    },
  );

  route.get(
    `${BASE}/:id`,
    { access: 'read:content', summary: 'One author or reviewer', params: IdParams, reply: PersonReply },
    async ({ params }) => ({ data: await people.getPerson(deps, params.id) }),
  );

  route.post(
    BASE,
    {
      access: 'write:content',
      summary: 'Create an author or reviewer',
      body: PersonInput,
      reply: PersonReply,
      status: 201,
    },
    async ({ actor, body }) => ({
      data: await people.createPerson(deps, actor, body),
      message: 'Person created.',
    }),
  );

  route.put(
    `${BASE}/:id`,
    {
      access: 'write:content',
      summary: 'Change an author or reviewer',
      params: IdParams,
      body: PersonChange,
      reply: PersonReply,
    },
    async ({ actor, params, body }) => ({
      data: await people.updatePerson(deps, actor, params.id, body),
      message: 'Person saved.',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:content', summary: 'Delete an author or reviewer', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await people.deletePerson(deps, actor, params.id);
      return { message: 'Person deleted.' };
    },
  );

  route.post(
    `${BASE}/:id/restore`,
    { access: 'write:content', summary: 'Bring a deleted person back', params: IdParams, reply: PersonReply },
    async ({ actor, params }) => ({
      data: await people.restorePerson(deps, actor, params.id),
      message: 'Person restored.',
    }),
  );
}
