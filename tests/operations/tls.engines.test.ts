import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as askPlain } from 'node:http';
import { connect as connectH2 } from 'node:http2';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { findDebian } from '../support/debian.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The file of deploy/ with TLS as it stands, with a certificate of our own. Seen red: without `X-Forwarded-For` of its own, with TLS 1.1. */

const CONFIG = join(import.meta.dirname, '../../deploy/haproxy-tls.cfg');
const HAPROXY = '/usr/sbin/haproxy';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const missing = findDebian('HAProxy', ['haproxy'], () => spawnSync(HAPROXY, ['-v']).status === 0);

describe.skipIf(missing !== undefined)(`TLS by HAProxy${missing === undefined ? '' : ` (${missing})`}`, () => {
  let folder: string;
  let server: TestServer;
  let ca: Buffer;
  let [plain, secure] = [0, 0];
  const closers: (() => unknown)[] = [];

  type Answer = { status: number; headers: IncomingMessage['headers']; text: string };
  const read = (answer: IncomingMessage, done: (answer: Answer) => void): void => {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece) => (text += piece));
    answer.on('end', () => done({ status: answer.statusCode!, headers: answer.headers, text }));
  };
  type Asked = { method?: string; headers?: Record<string, string> };
  const ask = (path: string, options: Asked = {}, body?: string): Promise<Answer> =>
    new Promise((done, fail) => {
      const headers = { 'user-agent': BROWSER, accept: 'text/html', ...options.headers };
      const where = { host: 'localhost', port: secure, path, ca, ...options, headers };
      request(where, (answer) => read(answer, done))
        .on('error', fail)
        .end(body);
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guidepost-tls-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    [plain, secure] = [await freePort(), await freePort()];
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name)) as [string, string];
    const self = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '7'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('/usr/bin/openssl', ['req', ...self, ...names, '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    });
    ca = readFileSync(certificate);
    const both = join(folder, 'site.pem');
    writeFileSync(both, Buffer.concat([ca, readFileSync(key)]));
    server = await startServer({ env: { PUBLIC_URL: `https://localhost:${secure}`, TRUST_PROXY: '127.0.0.1' } });
    closers.push(() => server.stop());
    const env = {
      LISTEN: `127.0.0.1:${plain}`,
      LISTEN_TLS: `127.0.0.1:${secure}`,
      INSTANCE: new URL(server.url).host,
      CERTIFICATE: both,
    };
    expect(spawnSync(HAPROXY, ['-c', '-f', CONFIG], { env, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const proxy = spawn(HAPROXY, ['-db', '-q', '-f', CONFIG], { env, stdio: 'ignore' });
    closers.push(() => proxy.kill('SIGKILL'));
    await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 60_000, interval: 200 });
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  test('the site answers by TLS, in both versions of HTTP, and tells browsers to stay there', async () => {
    const home = await ask('/');
    expect(home).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } });
    expect((await ask('/go/sample-ad')).headers.location).toMatch(/^\/listicles\/\d/);
    const session = connectH2(`https://localhost:${secure}`, { ca });
    const status = await new Promise((done, fail) => {
      session.on('error', fail);
      session.request({ ':path': '/healthz' }).on('response', (headers) => done(headers[':status']));
    });
    session.close();
    expect(status).toBe(200);
  });

  test('what comes without TLS is led there, and keeps its method; what proves the name is not', async () => {
    const proof = await fetch(`http://127.0.0.1:${plain}/.well-known/acme-challenge/x`, { redirect: 'manual' });
    // nobody proves anything just now
    expect(proof.status).toBe(503);
    const answer = await new Promise<Answer>((done, fail) => {
      const where = {
        host: '127.0.0.1',
        port: plain,
        method: 'POST',
        path: '/postback/key?payout=1',
        headers: { host: 'guides.example' },
      };
      askPlain(where, (reply) => read(reply, done))
        .on('error', fail)
        .end('a=b');
    });
    expect(answer).toMatchObject({
      status: 308,
      headers: { location: 'https://guides.example/postback/key?payout=1' },
    });
  });

  test('old TLS is refused', async () => {
    const told = await new Promise((done) => {
      const options = { host: 'localhost', port: secure, ca, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' } as const;
      const socket = connect({ ...options, ciphers: 'DEFAULT@SECLEVEL=0' }, () => done('let in'));
      socket.on('error', (error) => done((error as NodeJS.ErrnoException).code));
    });
    expect(told).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  });

  test('who comes in cannot name an address', async () => {
    const { adminUsername: username, adminPassword: password } = server;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '8.8.8.8' };
    const signedIn = await ask('/api/auth/login', { method: 'POST', headers }, JSON.stringify({ username, password }));
    expect(signedIn.status).toBe(200);
    const { token } = JSON.parse(signedIn.text) as { token: string };
    const sessions = await ask('/api/auth/sessions', { headers: { authorization: `Bearer ${token}` } });
    // an American address, said by somebody on this machine
    expect(JSON.parse(sessions.text)).toMatchObject({ data: [{ country: null }] });
  });
});
