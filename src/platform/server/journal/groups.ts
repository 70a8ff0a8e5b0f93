import { AppError } from '../../errors.ts';
import { HEADER_BYTES, MAX_PAYLOAD_BYTES, putRecord } from './records.ts';

/** Payloads that go to disk by one write; `lazy` of them are waited for by nobody. */
export type Group = { bytes: Buffer; used: number; lazy: number; done: PromiseWithResolvers<void> | undefined };

export const FIRST_GROUP_BYTES = 256 * 1024;

/** An empty one. */
export const newGroup = (): Group => ({
  bytes: Buffer.allocUnsafeSlow(FIRST_GROUP_BYTES),
  used: 0,
  lazy: 0,
  done: undefined,
});

/** @returns false when the group would become longer than `maxBytes`. @throws AppError 'payload_too_large' */
export function putInto(group: Group, payload: string | Buffer, maxBytes: number): boolean {
  const length = Buffer.byteLength(payload);
  if (length === 0 || length > MAX_PAYLOAD_BYTES) throw new AppError('payload_too_large', 'The event is too large.');
  const needed = group.used + HEADER_BYTES + length;
  if (needed > maxBytes) return false;
  if (needed > group.bytes.length) group.bytes = grown(group, needed);
  group.used = putRecord(group.bytes, group.used, payload);
  return true;
}

/** Room for so many bytes, with what it holds. */
function grown(group: Group, needed: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(needed)));
  group.bytes.copy(bytes, 0, 0, group.used);
  return bytes;
}
