import { Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import * as contract from '../contract.ts';
import { aboutFactor, tellPerson } from './signing-in/letters.ts';
import * as newPasswords from './passwords/new-passwords.ts';
import * as links from './passwords/password-links.ts';
import type { AccountPorts } from './ports.ts';
import * as factor from './signing-in/second-factor.ts';
import { auditRoutes } from './routes-audit.ts';
import { listAdministrators } from './store.ts';
import * as sessions from './sessions.ts';
import { login } from './signing-in/sign-in.ts';
import { keyRoutes } from './keys/routes-keys.ts';
import { teamRoutes } from './routes-team.ts';

const SMALL = 16 * 1024;

/** @param deps its clock is one that nobody can set back: sessions and links end by it */
export function accountsRoutes(route: Route, deps: Deps, ports: AccountPorts): void {
  const scope = { ...deps, ports };

  route.post(
    '/api/auth/login',
    {
      access: 'public',
      summary: 'Log in',
      body: contract.LoginBody,
      reply: contract.LoginReply,
      bodyLimitBytes: SMALL,
    },
    ({ body, request, reply }) => {
      void reply.header('cache-control', 'no-store');
      return login(scope, body, { address: request.ip, ...ports.whereFrom(request) });
    },
  );

  route.post(
    '/api/auth/logout',
    { access: 'account', summary: 'End this session', reply: Message, room: 'none' },
    async ({ request, reply }) => {
      await sessions.logout(deps.db, request.headers.authorization!.slice('Bearer '.length));
      void reply.header('clear-site-data', '"storage"');
      return { message: 'Signed out.' };
    },
  );

  route.get(
    '/api/auth/me',
    { access: 'account', summary: 'Who is logged in', reply: contract.MeReply },
    async ({ actor }) => ({
      user: sessions.present(actor),
      administrators: await listAdministrators(deps.db),
    }),
  );

  route.post(
    '/api/auth/confirm',
    {
      access: 'account',
      summary: 'Type the password again; for 15 minutes calls that ask for a recent one pass',
      body: contract.ConfirmBody,
      reply: Message,
      room: 'none',
    },
    async ({ body, actor, request }) => {
      await sessions.confirmPassword(scope, actor, { password: body.password, address: request.ip });
      return { message: 'Thank you.' };
    },
  );

  route.put(
    '/api/auth/password',
    {
      access: 'account',
      summary: 'Change your password; your other sessions end',
      body: contract.PasswordBody,
      reply: Message,
    },
    async ({ body, actor, request }) => {
      await newPasswords.changePassword(scope, actor, body, request.ip);
      return { message: 'Your password is changed. Your other sessions have ended.' };
    },
  );

  route.get(
    '/api/auth/sessions',
    { access: 'account', summary: 'Where you are signed in', reply: contract.SessionsReply },
    async ({ actor }) => ({ data: await sessions.listSessions(scope, actor) }),
  );

  route.delete(
    '/api/auth/sessions/:id',
    {
      access: 'account',
      summary: 'End one of your sessions',
      asksPassword: true,
      params: contract.SessionParams,
      reply: Message,
      room: 'none',
    },
    async ({ params, actor }) => {
      await sessions.endSession(scope, actor, BigInt(params.id));
      return { message: 'The session has ended.' };
    },
  );

  route.delete(
    '/api/auth/sessions',
    {
      access: 'account',
      summary: 'End all your sessions but this one',
      reply: Message,
      asksPassword: true,
      room: 'none',
    },
    async ({ actor }) => {
      const ended = await sessions.endOtherSessions(scope, actor);
      return { message: ended === 1 ? 'One other session has ended.' : `${ended} other sessions have ended.` };
    },
  );

  secondFactorRoutes(route, scope);

  route.post(
    '/api/auth/forgot',
    {
      access: 'public',
      summary: 'Ask for a link to set a new password; the answer is the same whether the name exists',
      body: contract.ForgotBody,
      reply: Message,
      bodyLimitBytes: SMALL,
    },
    async ({ body, request }) => ({
      message: await links.askForLink(scope, body.username, { address: request.ip }),
    }),
  );

  route.post(
    '/api/auth/password-link',
    {
      access: 'public',
      summary: 'Whose password a one-time link sets',
      body: contract.LinkBody,
      reply: contract.LinkReply,
      bodyLimitBytes: SMALL,
    },
    ({ body }) => links.readLink(scope, body.token),
  );

  route.put(
    '/api/auth/password-link',
    {
      access: 'public',
      summary: 'Set the password by a one-time link',
      body: contract.LinkPasswordBody,
      reply: Message,
      bodyLimitBytes: SMALL,
    },
    async ({ body }) => {
      const username = await links.setPasswordByLink(scope, body.token, body.password);
      return { message: `The password is set. Sign in as ${username}.` };
    },
  );

  teamRoutes(route, scope);
  keyRoutes(route, scope);

  auditRoutes(route, scope);
}

function secondFactorRoutes(route: Route, scope: Deps & { ports: AccountPorts }): void {
  const path = '/api/auth/second-factor';

  route.get(
    path,
    { access: 'account', summary: 'Whether your second factor is on', reply: contract.SecondFactor },
    ({ actor }) => factor.secondFactorOf(scope, actor),
  );

  route.post(
    path,
    {
      access: 'account',
      summary: 'Begin to set up a second factor (TOTP)',
      reply: contract.SecondFactorSetup,
      asksPassword: true,
    },
    ({ actor }) => factor.beginSetup(scope, actor),
  );

  route.put(
    path,
    {
      access: 'account',
      summary: 'Turn the second factor on by a code of the new secret',
      body: contract.CodeBody,
      reply: contract.RecoveryCodes,
      asksPassword: true,
    },
    async ({ body, actor }) => {
      const codes = await factor.confirmSetup(scope, actor, body.code);
      tellPerson(scope, actor.id, 'Your second factor was turned on.', aboutFactor('info', 'was turned on'));
      return { codes };
    },
  );

  route.delete(
    path,
    { access: 'account', summary: 'Turn your second factor off', reply: Message, asksPassword: true },
    async ({ actor }) => {
      await factor.turnOff(scope.db, actor, actor);
      tellPerson(scope, actor.id, 'Your second factor was turned off.', aboutFactor('warning', 'was turned off'));
      return { message: 'The second factor is off.' };
    },
  );

  route.post(
    `${path}/recovery-codes`,
    {
      access: 'account',
      summary: 'Make new recovery codes; those before end',
      reply: contract.RecoveryCodes,
      asksPassword: true,
    },
    async ({ actor }) => {
      const codes = await factor.renewRecoveryCodes(scope, actor);
      tellPerson(scope, actor.id, 'Your recovery codes were made anew.', aboutFactor('info', 'has new recovery codes'));
      return { codes };
    },
  );
}
