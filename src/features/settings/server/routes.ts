import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http.ts';
import { ContactPage, ContactQuery, SettingsChange, SettingsReply } from '../contract.ts';
import * as settings from './service.ts';

const BASE = '/api/settings';

export function settingsRoutes(route: Route, deps: Deps): void {
  route.get(BASE, { access: 'admin', summary: 'What the site says of itself', reply: SettingsReply }, async () => ({
    data: await settings.getSettings(deps.db),
  }));

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
    ({ query }) => settings.listContacts(deps.db, query),
  );
}
