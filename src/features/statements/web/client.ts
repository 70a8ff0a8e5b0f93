import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import { DESK_KEY } from '../../conversions/web/client.ts';
import type {
  AcceptBody,
  Batch,
  BatchReply,
  ImportBody,
  ImportReply,
  StatementBody,
  StatementReply,
} from '../contract.ts';

const BASE = '/admin/conversions';

export const statementsClient = {
  importFile: (body: Partial<ImportBody>): Promise<ImportReply> =>
    call('POST', `${BASE}/import`, { body, fallback: 'Failed to import the file' }),
  imports: (signal?: AbortSignal): Promise<{ data: Batch[]; total: number }> =>
    call('GET', `${BASE}/imports`, { signal, fallback: 'Failed to fetch imports' }),
  undoImport: (id: string): Promise<{ message: string }> =>
    call('POST', `${BASE}/imports/${id}/undo`, { fallback: 'Failed to take the import back' }),
  reconcile: (body: Partial<StatementBody>): Promise<StatementReply> =>
    call('POST', `${BASE}/reconcile`, { body, fallback: 'Failed to read the statement' }),
  acceptFindings: (body: Partial<AcceptBody>): Promise<BatchReply> =>
    call('POST', `${BASE}/reconcile/accept`, { body, fallback: 'Failed to take the findings over' }),
};

export const statementQueries = {
  imports: () =>
    queryOptions({ queryKey: [...DESK_KEY, 'imports'], queryFn: ({ signal }) => statementsClient.imports(signal) }),
};
