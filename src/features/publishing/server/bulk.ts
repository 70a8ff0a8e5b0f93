import { AppError } from '../../../platform/errors.ts';
import type { BulkReply } from '../contract.ts';

/**
 * Changes many records, each in a transaction of its own and judged by itself; none stops the others.
 * @param allDone said when none was refused
 */
export async function changeEach(
  ids: readonly number[],
  change: (id: number) => Promise<unknown>,
  allDone: string,
): Promise<BulkReply> {
  const results: BulkReply['data'] = [];
  for (const id of new Set(ids)) {
    try {
      await change(id);
      results.push({ id, ok: true, error: null, message: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, ok: false, error: error.code, message: error.message });
    }
  }
  const done = results.filter((one) => one.ok).length;
  return { data: results, message: done === results.length ? allDone : `${done} of ${results.length} updated.` };
}
