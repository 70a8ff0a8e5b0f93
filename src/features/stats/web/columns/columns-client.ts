import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/http.ts';
import type { OwnColumn, OwnColumnChange, OwnColumnInput } from '../../../reports/own-columns-contract.ts';

const BASE = '/admin/stats/columns';

type Reply = { data: OwnColumn; message?: string };

/** Own columns of reports. */
export const columnsClient = {
  list: (signal?: AbortSignal): Promise<{ data: OwnColumn[] }> =>
    call('GET', BASE, { signal, fallback: 'Failed to fetch own columns' }),
  create: (body: OwnColumnInput): Promise<Reply> => call('POST', BASE, { body, fallback: 'Failed to save the column' }),
  update: (id: number, body: OwnColumnChange): Promise<Reply> =>
    call('PATCH', `${BASE}/${id}`, { body, fallback: 'Failed to save the column' }),
  remove: (id: number): Promise<{ message: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete the column' }),
};

export const columnsQuery = () =>
  queryOptions({ queryKey: ['stats', 'columns'], queryFn: ({ signal }) => columnsClient.list(signal) });
