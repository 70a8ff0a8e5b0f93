import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop that a network would stand before: notes with which query each buyer arrives. */
export type Merchant = {
  url: string;
  /** The query of each arrival, oldest first. */
  arrivals: URLSearchParams[];
  close(): Promise<void>;
};

/** Opens a shop on a free port of this machine. */
export async function openMerchant(): Promise<Merchant> {
  const arrivals: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    if (pathname === '/product') arrivals.push(searchParams);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>The shop</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/product`,
    arrivals,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
