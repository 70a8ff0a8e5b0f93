import { queryOptions } from '@tanstack/react-query';
import { readToken } from '../../../platform/web/browser-session.ts';
import { call } from '../../../platform/web/http.ts';
import type { Settings, SettingsChange } from '../contract.ts';

type One = { data: Settings; message?: string };

// the rule of the bearer names paths below /settings/; the settings themselves lie at /settings
const withToken = (): { token?: string } => {
  const token = readToken();
  return token ? { token } : {};
};

/** The calls of the settings, one for each route. */
export const settingsClient = {
  find: async (signal?: AbortSignal): Promise<Settings> =>
    (
      await call<One>('GET', '/settings', {
        ...withToken(),
        ...(signal && { signal }),
        fallback: 'Failed to fetch settings',
      })
    ).data,

  update: (body: SettingsChange): Promise<One> =>
    call('PUT', '/settings', { ...withToken(), body, fallback: 'Failed to save settings' }),

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

  sample: () =>
    queryOptions({
      queryKey: [...SETTINGS_KEY, 'sample'],
      queryFn: ({ signal }) => settingsClient.hasSample(signal),
    }),
};
