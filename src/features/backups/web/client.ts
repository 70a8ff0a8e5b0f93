import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { BackupRun, BackupsShown, SendingHold, SendingHoldBody } from '../contract.ts';

const KEY = ['sending-hold'];
export const BACKUPS_KEY = ['backups'];
const LOOK_MS = 5000;

export const backupsClient = {
  end: (outcome: SendingHoldBody['outcome']) =>
    call<{ message: string }>('POST', '/admin/sending-hold/end', {
      body: { outcome },
      fallback: 'Failed to end the hold',
    }),
  run: (kind: BackupRun['kind']) =>
    call<{ data: BackupRun; message: string }>('POST', '/admin/backups/run', {
      body: { kind },
      fallback: kind === 'backup' ? 'Failed to begin the backup' : 'Failed to begin the drill',
    }),
};

/** What screens ask for with `useQuery`. */
export const backupQueries = {
  all: () =>
    queryOptions({
      queryKey: BACKUPS_KEY,
      refetchInterval: LOOK_MS,
      queryFn: async ({ signal }): Promise<BackupsShown> => {
        const fallback = 'Failed to fetch the backups';
        return (await call<{ data: BackupsShown }>('GET', '/admin/backups', { signal, fallback })).data;
      },
    }),
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
