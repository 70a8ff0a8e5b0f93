import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { SendingHold, SendingHoldBody } from '../contract.ts';

const KEY = ['sending-hold'];

export const backupsClient = {
  end: (outcome: SendingHoldBody['outcome']) =>
    call<{ message: string }>('POST', '/admin/sending-hold/end', {
      body: { outcome },
      fallback: 'Failed to end the hold',
    }),
};

/** What screens ask for with `useQuery`. */
export const backupQueries = {
  hold: () =>
    queryOptions({
      queryKey: KEY,
      queryFn: async ({ signal }): Promise<SendingHold | null> => {
        const fallback = 'Failed to fetch what waits to be sent';
        return (await call<{ data: SendingHold | null }>('GET', '/admin/sending-hold', { signal, fallback })).data;
      },
    }),
};

export const HOLD_KEY = KEY;
