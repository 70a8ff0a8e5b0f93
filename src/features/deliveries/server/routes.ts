import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import {
  DemoInput,
  DemoReply,
  EndpointReply,
  LOG_COLUMNS,
  LogPage,
  LogQuery,
  LogReply,
  TestPostbackInput,
  TestPostbackReply,
} from '../contract.ts';
import { LogParams } from '../../postbacks/contract.ts';
import { sendList } from '../../settings/server/list-file.ts';
import { endpointState, resendFailed, resumePostbacks } from './endpoints.ts';
import * as deliveries from './service.ts';
import { sendTestPostback } from './test-postback.ts';

const SOURCE = '/api/admin/traffic-sources/:id';

/** What traffic sources were told, and how it goes. */
export function deliveryRoutes(route: Route, deps: Deps): void {
  route.get(
    `${SOURCE}/postback-logs`,
    { access: 'admin', summary: 'Postbacks to a traffic source', params: IdParams, query: LogQuery, reply: LogPage },
    ({ params: { id }, query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return deliveries.listSourceLogs(deps, id, query);
      return sendList(reply, deps, query, {
        name: `postback-log-source-${id}`,
        columns: LOG_COLUMNS,
        days: deliveries.daysAsked(query),
        list: deliveries.readSourceLogs(id, query),
      });
    },
  );

  route.post(
    `${SOURCE}/demo-postback-logs`,
    {
      access: 'admin',
      summary: 'Write demo rows into the log; nothing is sent',
      params: IdParams,
      body: DemoInput,
      reply: DemoReply,
      status: 201,
    },
    ({ actor, params, body }) => deliveries.makeDemoLogs(deps, actor, params.id, body),
  );

  route.delete(
    `${SOURCE}/demo-postback-logs`,
    { access: 'admin', summary: 'Remove the demo rows', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      const gone = await deliveries.clearDemoLogs(deps, actor, params.id);
      return { message: `${gone} demo ${gone === 1 ? 'row' : 'rows'} removed.` };
    },
  );

  route.get(
    `${SOURCE}/postback-logs/:logId`,
    { access: 'admin', summary: 'One postback with all its attempts', params: LogParams, reply: LogReply },
    ({ params }) => deliveries.findSourceLog(deps, params.id, params.logId),
  );

  route.post(
    `${SOURCE}/test-postback`,
    {
      access: 'admin',
      summary: 'Really send one postback with sample values',
      params: IdParams,
      body: TestPostbackInput,
      reply: TestPostbackReply,
    },
    ({ actor, params, body }) => sendTestPostback(deps, actor, params.id, body),
  );

  route.post(
    `${SOURCE}/postback-logs/:logId/replay`,
    { access: 'admin', summary: 'Send a postback again', params: LogParams, reply: Message },
    async ({ actor, params }) => {
      await deliveries.replayOutgoing(deps, actor, params.id, params.logId);
      return { message: 'The postback is sent again now.' };
    },
  );

  route.post(
    `${SOURCE}/postback-logs/resend-failed`,
    { access: 'admin', summary: 'Send all failed postbacks again', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      const { sent, hasMore } = await resendFailed(deps, actor, params.id);
      const more = hasMore ? ' There are more: press again when these are through.' : '';
      return { message: `${sent} ${sent === 1 ? 'postback is' : 'postbacks are'} sent again now.${more}` };
    },
  );

  route.get(
    `${SOURCE}/postback-state`,
    {
      access: 'read:commerce',
      summary: 'How the postbacks of a traffic source go',
      params: IdParams,
      reply: EndpointReply,
    },
    async ({ params }) => ({ data: await endpointState(deps, params.id) }),
  );

  route.post(
    `${SOURCE}/resume-postbacks`,
    { access: 'admin', summary: 'Let stopped postbacks go on', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      const released = await resumePostbacks(deps, actor, params.id);
      return { message: `Postbacks go on. ${released} that were held are sent now.` };
    },
  );
}
