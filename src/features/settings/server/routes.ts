import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { sendList } from './list-file.ts';
import {
  CONTACT_COLUMNS,
  ContactChange,
  ContactPage,
  ContactQuery,
  ContactReply,
  SettingsChange,
  SettingsReply,
  SettingsReplyMasked,
} from '../contract.ts';
import * as settings from './service.ts';

const BASE = '/api/settings';

export function settingsRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    { access: 'signed-in', summary: 'What the site says of itself', reply: SettingsReply, masked: SettingsReplyMasked },
    async () => ({
      data: await settings.openSettings(deps),
    }),
  );

  route.put(
    BASE,
    { access: 'admin', summary: 'Change the settings', body: SettingsChange, reply: SettingsReply },
    async ({ actor, body }) => ({
      data: await settings.changeSettings(deps, actor, body),
      message: 'Settings saved.',
    }),
  );

  route.get(
    `${BASE}/contact-messages`,
    { access: 'admin', summary: 'Messages of the contact form', query: ContactQuery, reply: ContactPage },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return settings.listContacts(deps.db, query);
      return sendList(reply, deps, query, {
        name: 'contact-messages',
        columns: CONTACT_COLUMNS,
        list: (inside, page) => settings.listContacts(inside.db, { ...query, ...page }),
      });
    },
  );

  route.put(
    `${BASE}/contact-messages/:id`,
    {
      access: 'admin',
      summary: 'Mark a message as read or unread',
      params: IdParams,
      body: ContactChange,
      reply: ContactReply,
    },
    async ({ actor, params, body }) => ({
      data: await settings.changeContact(deps.db, actor, params.id, body),
      message: body.is_read ? 'Marked as read.' : 'Marked as unread.',
    }),
  );

  route.delete(
    `${BASE}/contact-messages/:id`,
    { access: 'admin', summary: 'Delete a message for good', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await settings.deleteContact(deps, actor, params.id);
      return { message: 'Message deleted.' };
    },
  );
}
