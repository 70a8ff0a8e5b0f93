import { call } from '../../../platform/web/http.ts';
import type { EraseBody, HeldReply } from '../contract.ts';

export const tracesClient = {
  held: (clickId: string): Promise<HeldReply> =>
    call('GET', '/admin/personal-data', { query: { click_id: clickId }, fallback: 'Failed to export what is held' }),
  erase: (body: EraseBody): Promise<{ message: string }> =>
    call('POST', '/admin/personal-data/erase', { body, fallback: 'Failed to delete the traces' }),
};
