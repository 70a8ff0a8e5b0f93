import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The traffic source, and whoever reads the alerts: it writes down what it is told, and answers 200. */
export async function startListening() {
  const told: string[] = [];
  const letters: string[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') told.push(new URL(request.url!, 'http://any').searchParams.get('t')!);
      else {
        const said = JSON.parse(Buffer.concat(chunks).toString()) as {
          kind: string;
          subject: { kind: string; id: number };
        };
        letters.push(`${said.kind} of ${said.subject.kind} ${said.subject.id}`);
      }
      reply.end('ok');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The transactions that the source was told of, in their order. */
    told,
    /** The alerts that were carried out. */
    letters,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
