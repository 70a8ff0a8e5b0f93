const FILTER = /^filter\[(\w+)\]$/;

/** `filter[status]` is another spelling of `status`. One that is there under both is left as it is, and refused as not known. */
export function withPlainNames(query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query);
  if (!names.some((name) => FILTER.test(name))) return query;
  const plain = (name: string): string => {
    const inner = FILTER.exec(name)?.[1];
    return inner === undefined || Object.hasOwn(query, inner) ? name : inner;
  };
  return Object.fromEntries(names.map((name) => [plain(name), query[name]]));
}
