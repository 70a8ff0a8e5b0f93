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

/** Room for so many bytes, with what it holds. */
export function grown(group: Group, needed: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(needed)));
  group.bytes.copy(bytes, 0, 0, group.used);
  return bytes;
}
