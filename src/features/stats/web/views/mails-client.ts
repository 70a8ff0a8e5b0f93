import { call } from '../../../../platform/web/http.ts';
import type { ViewMailBody, ViewMailDone, ViewMailNow, ViewMailReply } from '../../mails/contract.ts';

const pathOf = (viewId: number) => `/admin/stats/views/${viewId}/mail`;

/** What of a saved view is mailed to oneself. */
export const mailsClient = {
  show: (viewId: number, signal: AbortSignal): Promise<ViewMailReply> =>
    call('GET', pathOf(viewId), { signal, fallback: 'Failed to fetch the letters' }),

  set: (viewId: number, body: ViewMailBody): Promise<ViewMailDone> =>
    call('PUT', pathOf(viewId), { body, fallback: 'Failed to set the letters' }),

  stop: (viewId: number): Promise<ViewMailDone> =>
    call('DELETE', pathOf(viewId), { fallback: 'Failed to stop the letters' }),

  sendNow: (viewId: number, body: ViewMailNow): Promise<{ message: string }> =>
    call('POST', `${pathOf(viewId)}/send`, { body, fallback: 'Failed to send the letter' }),
};
