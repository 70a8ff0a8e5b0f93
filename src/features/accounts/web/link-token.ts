/** The token of a one-time link, which stands behind the # of `/login#link=...`; undefined for an address without one. */
export const linkToken = (hash: string): string | undefined => /^#link=(\S+)$/.exec(hash)?.[1];
