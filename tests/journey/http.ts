import { appendFileSync } from 'node:fs';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

/** What one request of a reader sends. */
export type Sent = {
  /** Everything that one reader does in one sitting shares it. */
  session: string;
  agent: string;
  method?: 'GET' | 'HEAD' | 'POST';
  /** Path and query. */
  url: string;
  headers?: Record<string, string>;
  body?: string;
};

/** Appends lines to the files of which the recount is made. */
export type Notes = { note(file: 'requests' | 'postbacks' | 'received', line: object): void; folder: string };

export const createNotes = (folder: string): Notes => ({
  folder,
  note: (file, line) => appendFileSync(join(folder, `${file}.ndjson`), `${JSON.stringify(line)}\n`),
});

/** Speaks plain HTTP over kept connections and follows nothing by itself. */
export function createHttp(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const exchange = (method: string, url: string, headers: Record<string, string>, body?: string): Promise<Reply> =>
    new Promise((done, fail) => {
      const asked = request(new URL(url, origin), { method, headers, agent }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', fail);
        answer.on('end', () =>
          done({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(pieces).toString() }),
        );
      });
      asked.on('error', fail);
      asked.end(body);
    });
  return { exchange, close: () => agent.destroy() };
}

export type Http = ReturnType<typeof createHttp>;

/** Sends a reader's request and writes down what was sent and what came. */
export async function visit(http: Http, notes: Notes, sent: Sent): Promise<Reply> {
  const { session, agent, method = 'GET', url, headers = {}, body } = sent;
  const at = new Date().toISOString();
  const reply = await http.exchange(method, url, { 'user-agent': agent, ...headers }, body);
  const location = reply.headers.location ?? null;
  notes.note('requests', { at, session, agent, method, url, headers, body, status: reply.status, location });
  return reply;
}

/** Calls the admin API as the administrator. @throws Error with the answer when it is no success */
export async function createAdmin(origin: string, username: string, password: string) {
  const call = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const { token } = await call<{ token: string }>('POST', '/auth/login', { username, password, permanent: true });
  return {
    token,
    get: <T>(path: string): Promise<T> => call<T>('GET', path, undefined, token),
    post: <T>(path: string, body: unknown): Promise<T> => call<T>('POST', path, body, token),
    put: <T>(path: string, body: unknown): Promise<T> => call<T>('PUT', path, body, token),
    delete: <T>(path: string): Promise<T> => call<T>('DELETE', path, undefined, token),
  };
}

export type Admin = Awaited<ReturnType<typeof createAdmin>>;

/** Works off `tasks` with so many at a time. */
export async function inParallel(width: number, tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = tasks.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const task of waiting) await task();
    }),
  );
}
