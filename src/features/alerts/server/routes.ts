import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { sendList } from '../../settings/server/list-file.ts';
import {
  ALERT_COLUMNS,
  AlertChange,
  AlertCountsReply,
  AlertPage,
  AlertPageMasked,
  AlertQuery,
  AlertReply,
  AlertTest,
} from '../contract.ts';
import { tryChannel } from './deliveries.ts';
import * as alerts from './service.ts';

const BASE = '/api/admin/alerts';

const SAID = { open: 'Alert opened.', snoozed: 'Alert snoozed.', closed: 'Alert closed.' };

export function alertsRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    {
      access: 'read:commerce',
      summary: 'What needs a person',
      query: AlertQuery,
      reply: AlertPage,
      masked: AlertPageMasked,
    },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return alerts.listAlerts(deps, query);
      return sendList(reply, deps, query, {
        name: 'alerts',
        columns: ALERT_COLUMNS,
        list: (inside, page) => alerts.listAlerts(inside, { ...query, ...page }),
      });
    },
  );

  route.get(
    `${BASE}/counts`,
    { access: 'read:commerce', summary: 'How many are open and unread', reply: AlertCountsReply },
    async () => ({ data: await alerts.countAlerts(deps) }),
  );

  route.put(
    `${BASE}/:id`,
    {
      access: 'admin',
      summary: 'Snooze, close or open an alert, or mark it as read',
      params: IdParams,
      body: AlertChange,
      reply: AlertReply,
    },
    async ({ actor, params, body }) => ({
      data: await alerts.changeAlert(deps, actor, params.id, body),
      message: body.state ? SAID[body.state] : body.is_read === false ? 'Marked as unread.' : 'Marked as read.',
    }),
  );

  route.post(
    `${BASE}/test`,
    { access: 'admin', summary: 'Send a test through a channel of the settings', body: AlertTest, reply: Message },
    async ({ body }) => {
      await tryChannel(deps, body.channel);
      return { message: body.channel === 'email' ? 'Test e-mail sent.' : 'The webhook took the test.' };
    },
  );

  route.post(
    `${BASE}/read`,
    { access: 'admin', summary: 'Mark every open alert as read', reply: Message },
    async () => {
      await alerts.readAlerts(deps);
      return { message: 'All alerts marked as read.' };
    },
  );
}
