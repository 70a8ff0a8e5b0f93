import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server that stands for somebody outside and keeps the query of each request by its path. */
export type Party = {
  host: string;
  /** Every query that came to a path, oldest first. */
  seen(path: string): Record<string, string>[];
  close(): Promise<void>;
};

export async function startParty(): Promise<Party> {
  const queries = new Map<string, Record<string, string>[]>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://party');
    queries.set(pathname, [...(queries.get(pathname) ?? []), Object.fromEntries(searchParams)]);
    response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: (path) => queries.get(path) ?? [],
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Goes where a reader's browser goes: to the link, and on to where it leads. @returns undefined while the link is not known yet */
export async function follow(url: string): Promise<string | undefined> {
  const answer = await fetch(url, { redirect: 'manual', headers: { 'user-agent': READER } });
  const location = answer.headers.get('location');
  if (answer.status !== 302 || !location?.startsWith('http://127.0.0.1:')) return undefined;
  await fetch(location, { headers: { 'user-agent': READER } });
  return new URL(location).pathname;
}
