/**
 * A static copy of a site for `scripts/lighthouse.ts`: a bare node:http server that asks the site once for each address and from then
 * on sends the same bytes from memory. Usage: node static-copy.ts ORIGIN
 */
import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Copy = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const origin = process.argv[2]!;
const copies = new Map<string, Promise<Copy>>();

const take = (path: string, headers: IncomingHttpHeaders): Promise<Copy> =>
  new Promise((done, fail) => {
    const wanted = { accept: headers.accept, 'accept-encoding': headers['accept-encoding'] };
    const sent = ask(origin + path, { headers: wanted }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => void parts.push(part));
      reply.on('end', () => {
        const { 'transfer-encoding': _, ...kept } = reply.headers;
        done({ status: reply.statusCode!, headers: kept, body: Buffer.concat(parts) });
      });
    });
    sent.on('error', fail);
    sent.end();
  });

const server = createServer((request, response) => {
  const path = request.url!;
  if (request.method !== 'GET') return void response.writeHead(204).end();
  const copy = copies.get(path) ?? take(path, request.headers);
  copies.set(path, copy);
  copy.then(
    ({ status, headers, body }) => response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
    (error: unknown) => response.destroy(error as Error),
  );
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
