import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Notes } from './http.ts';

/** Stands for the ad platform: a real HTTP server that writes down each postback and answers 200. @param at its port; any where 0 */
export async function startReceiver(notes: Notes, at = 0) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    notes.note('received', { at: new Date().toISOString(), method: request.method, url: request.url });
    response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
  }).listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    count: () => count,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
