import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { ContactMessage, OwnVisits, Settings, SettingsChange } from '../contract.ts';

type One = { data: Settings; message?: string };

const OWN_VISITS = '/settings/own-visits';

// the rule of the bearer names paths below /settings/; the settings themselves lie at /settings
const asPerson = true;

/** The calls of the settings, one for each route. */
export const settingsClient = {
  find: async (signal?: AbortSignal): Promise<Settings> =>
    (
      await call<One>('GET', '/settings', {
        asPerson,
        ...(signal && { signal }),
        fallback: 'Failed to fetch settings',
      })
    ).data,

  update: (body: SettingsChange): Promise<One> =>
    call('PUT', '/settings', { asPerson, body, fallback: 'Failed to save settings' }),

  hasSample: async (signal?: AbortSignal): Promise<boolean> => {
    const fallback = 'Failed to look for the sample';
    const reply = await call<{ data: { is_present: boolean } }>('GET', '/settings/sample', {
      ...(signal && { signal }),
      fallback,
    });
    return reply.data.is_present;
  },

  removeSample: (): Promise<{ message?: string }> =>
    call('DELETE', '/settings/sample', { fallback: 'Failed to remove the sample' }),

  ignoresOwnVisits: async (signal?: AbortSignal): Promise<boolean> => {
    const fallback = 'Failed to ask whether this browser is counted';
    const reply = await call<{ data: OwnVisits }>('GET', OWN_VISITS, { ...(signal && { signal }), fallback });
    return reply.data.is_ignored;
  },

  ignoreOwnVisits: (isIgnored: boolean): Promise<{ data: OwnVisits; message?: string }> =>
    call('PUT', OWN_VISITS, { body: { is_ignored: isIgnored }, fallback: 'Failed to save the choice' }),
};

const MESSAGES = '/settings/contact-messages';

/** The calls of the messages that came through the contact form, one for each route. */
export const contactClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<ContactMessage>> =>
    call('GET', MESSAGES, { query, signal, fallback: 'Failed to fetch contact messages' }),

  mark: (id: number, isRead: boolean): Promise<{ data: ContactMessage; message?: string }> =>
    call('PUT', `${MESSAGES}/${id}`, { body: { is_read: isRead }, fallback: 'Failed to mark the message' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${MESSAGES}/${id}`, { fallback: 'Failed to delete the message' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const SETTINGS_KEY = ['settings'] as const;

/** What screens ask for with `useQuery`. */
export const settingsQueries = {
  /** Changes so seldom that a session asks once. */
  site: () =>
    queryOptions({
      queryKey: [...SETTINGS_KEY, 'site'],
      queryFn: ({ signal }) => settingsClient.find(signal),
      staleTime: Infinity,
    }),

  /** Is this browser left out of the counts? */
  ownVisits: () =>
    queryOptions({
      queryKey: [...SETTINGS_KEY, 'own-visits'],
      queryFn: ({ signal }) => settingsClient.ignoresOwnVisits(signal),
    }),

  sample: () =>
    queryOptions({
      queryKey: [...SETTINGS_KEY, 'sample'],
      queryFn: ({ signal }) => settingsClient.hasSample(signal),
    }),
};

/** The first word of the cache keys of the inbox; name it to read it again. */
export const CONTACT_KEY = ['contact-messages'] as const;

/** How often the count of unread messages is asked for while a screen is open. */
const UNREAD_EVERY_MS = 60_000;

export const contactQueries = {
  /** How many messages nobody has read. */
  unread: () =>
    queryOptions({
      queryKey: [...CONTACT_KEY, 'unread'],
      queryFn: async ({ signal }) => (await contactClient.list({ is_read: 'false', limit: 1 }, signal)).total,
      refetchInterval: UNREAD_EVERY_MS,
    }),

  list: (query: Query) =>
    queryOptions({
      queryKey: [...CONTACT_KEY, 'list', query],
      queryFn: ({ signal }) => contactClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),
};
