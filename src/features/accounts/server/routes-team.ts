import type { FastifyRequest } from 'fastify';
import { IdParams, Message } from '../../../platform/paging.ts';
import { sendCsv } from '../../../platform/server/http/csv.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { originOf } from '../../../platform/server/http/origin.ts';
import {
  InviteBody,
  MemberChange,
  MemberReply,
  PasswordLink,
  SecondFactorRulesBody,
  SecondFactorRulesReply,
  TeamQuery,
  TeamReply,
} from '../contract-team.ts';
import { setSecondFactorRules } from './signing-in/required-factor.ts';
import type { Scope } from './ports.ts';
import * as team from './team.ts';

const PATH = '/api/settings/team';
const ONE = `${PATH}/:id`;

/** The people who can sign in; every change asks for a recent password. */
export function teamRoutes(route: Route, scope: Scope): void {
  const origin = (request: FastifyRequest): string => originOf(scope.config.publicUrl, request);

  route.get(
    PATH,
    { access: 'admin', summary: 'The people who can sign in', query: TeamQuery, reply: TeamReply },
    ({ query, reply }): unknown =>
      query.format === 'csv' ? sendCsv(reply, 'team', () => team.teamTable(scope, query)) : team.listTeam(scope, query),
  );

  route.post(
    PATH,
    {
      access: 'admin',
      summary: 'Invite a person by a one-time link',
      body: InviteBody,
      reply: PasswordLink,
      status: 201,
      asksPassword: true,
    },
    ({ body, actor, request }) => team.invite(scope, actor, body, origin(request)),
  );

  route.put(
    `${PATH}/second-factor`,
    {
      access: 'admin',
      summary: 'From when on the people of a role need a second factor; null: they may do without',
      body: SecondFactorRulesBody,
      reply: SecondFactorRulesReply,
      asksPassword: true,
    },
    async ({ body, actor }) => ({ data: await setSecondFactorRules(scope.db, actor, body), message: 'Saved.' }),
  );

  route.put(
    ONE,
    {
      access: 'admin',
      summary: 'Change the role, the mail address or the byline of a person',
      params: IdParams,
      body: MemberChange,
      reply: MemberReply,
      asksPassword: true,
    },
    async ({ params, body, actor }) => ({
      data: await team.changeMember(scope, actor, params.id, body),
      message: 'Saved.',
    }),
  );

  route.post(
    `${ONE}/password-link`,
    {
      access: 'admin',
      summary: 'Make a new one-time link to set the password; the one before ends',
      params: IdParams,
      reply: PasswordLink,
      asksPassword: true,
    },
    ({ params, actor, request }) => team.renewLink(scope, actor, params.id, origin(request)),
  );

  route.post(
    `${ONE}/disable`,
    {
      access: 'admin',
      summary: 'Disable a person: all sessions end, and nobody signs in by this name',
      params: IdParams,
      reply: MemberReply,
      asksPassword: true,
      room: 'none',
    },
    async ({ params, actor }) => {
      const data = await team.disable(scope, actor, params.id);
      return { data, message: `${data.username} is disabled.` };
    },
  );

  route.post(
    `${ONE}/enable`,
    { access: 'admin', summary: 'Enable a disabled person', params: IdParams, reply: MemberReply, asksPassword: true },
    async ({ params, actor }) => {
      const data = await team.enable(scope, actor, params.id);
      return { data, message: `${data.username} can sign in again.` };
    },
  );

  route.delete(
    `${ONE}/sessions`,
    {
      access: 'admin',
      summary: 'End all sessions of a person',
      params: IdParams,
      reply: MemberReply,
      asksPassword: true,
      room: 'none',
    },
    async ({ params, actor }) => {
      const data = await team.endSessionsOf(scope, actor, params.id);
      return { data, message: `The sessions of ${data.username} have ended.` };
    },
  );

  route.delete(
    `${ONE}/second-factor`,
    {
      access: 'admin',
      summary: 'Turn off the second factor of somebody who lost it',
      params: IdParams,
      reply: MemberReply,
      asksPassword: true,
    },
    async ({ params, actor }) => {
      const data = await team.resetSecondFactor(scope, actor, params.id);
      return { data, message: `${data.username} signs in by the password alone now.` };
    },
  );

  route.delete(
    ONE,
    { access: 'admin', summary: 'Take an invitation back', params: IdParams, reply: Message, asksPassword: true },
    async ({ params, actor }) => {
      await team.removeInvitation(scope, actor, params.id);
      return { message: 'The invitation is taken back.' };
    },
  );
}
