import { z } from 'zod';
import { addressId, LongIdParams, pageOf, pagingKeys } from '../../platform/paging.ts';
import { IN_REASONS, PostbackAnswer, PostbackLog } from '../conversions/contract.ts';

/** What became of a made-up postback. */
export const NetworkTest = z.object({ message: z.string(), data: PostbackAnswer, sent: z.string() });
export type NetworkTest = z.infer<typeof NetworkTest>;

export const PostbackParams = z.object({ key: z.string().max(2048) });
export const StrayParams = z.object({ '*': z.string().max(2048).default('') });

export const NetworkLogQuery = z.strictObject({
  page: pagingKeys.page,
  limit: pagingKeys.limit,
  itemsPerPage: pagingKeys.itemsPerPage,
  reason: z.enum(IN_REASONS).optional(),
  click_id: z.string().trim().max(512).optional(),
});
export type NetworkLogQuery = z.infer<typeof NetworkLogQuery>;

export const NetworkLogPage = pageOf(PostbackLog);

export const LogParams = z.object({
  id: addressId,
  logId: LongIdParams.shape.id,
});
