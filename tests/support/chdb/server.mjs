// ClickHouse over HTTP, as much of it as the official client asks for, in front of the engine of chdb. It knows no users, and runs one
// statement at a time: whoever gives up, or is ended by `kill query`, has the engine started anew.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const [packages, folder, port = '0'] = process.argv.slice(2);
/** What is no setting among the words of an address. */
const OTHER = new Set(['query', 'query_id', 'database', 'session_id', 'default_format', 'role', 'readonly']);
/** They say how the answer travels, which is this server's own affair. */
const TRANSPORT =
  /^(enable_http_compression|wait_end_of_query|send_progress_in_http_headers|http_|cancel_http_|buffer_size)/;

let engine = start();
let running;
const waiting = [];

function start() {
  const child = fork(join(import.meta.dirname, 'engine.mjs'), [packages, folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const one = {
    child,
    ready: new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', reject);
    }),
  };
  one.ready.catch(() => undefined);
  return one;
}

async function runNext() {
  if (running || waiting.length === 0) return;
  running = waiting.shift();
  const mine = running;
  let answer;
  try {
    const { child, ready } = engine;
    await ready;
    answer = await new Promise((resolve) => {
      mine.end = (why) => resolve({ error: why });
      child.once('message', resolve);
      child.once('exit', () =>
        resolve({ error: 'Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)' }),
      );
      if (!mine.isGone) child.send(mine.statement);
      else resolve({ error: 'gone' });
    });
  } catch {
    engine = start();
    answer = { error: 'Code: 210. DB::Exception: The engine did not start. (NETWORK_ERROR)' };
  }
  running = undefined;
  if (!engine.child.connected) engine = start();
  mine.answer(answer);
  void runNext();
}

/** Ends what runs under an id, or waits. */
function end(statement) {
  statement.isGone = true;
  if (running === statement) engine.child.kill('SIGKILL');
  else if (waiting.includes(statement)) {
    waiting.splice(waiting.indexOf(statement), 1);
    statement.answer({ error: 'Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)' });
  }
}

/** As the server reads a parameter: escaped like a field of tab-separated text. */
const unescape = (text) =>
  text === '\\N'
    ? null
    : text.replace(/\\(.)/gs, (_, char) => ({ t: '\t', n: '\n', r: '\r', 0: '\0', b: '\b', f: '\f' })[char] ?? char);

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://any');
  if (url.pathname === '/ping') return response.end('Ok.\n');
  const body = await buffer(request).catch(() => undefined);
  if (body === undefined) return;
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/form-data');
  const form = isForm ? await new Response(body, { headers: { 'content-type': type } }).formData() : new Map();
  const query = form.get('query') ?? url.searchParams.get('query');
  // files do not travel as text: they are handed over where they lie
  const isFile = /\bformat parquet\s*$/i.test(query ?? body.subarray(-40).toString());
  const file = isFile ? join(tmpdir(), `guidepost-chdb-${randomUUID()}`) : undefined;
  const isLoaded = isFile && query !== null && /^\s*insert\b/i.test(query);
  if (isLoaded) writeFileSync(file, body);
  const text = isForm || isLoaded ? '' : body.toString();
  const whole = query === null ? text : `${query}\n${text}`;
  const [, into, columns] = (isLoaded && /^\s*(insert into \S+ )\((.*?)\)/i.exec(whole)) || [];
  const sql = into === undefined ? whole : `${into} (${columns}) select ${columns} from file('${file}', Parquet)`;
  const settings = {};
  const params = {};
  for (const [name, value] of [...url.searchParams, ...form]) {
    if (name.startsWith('param_')) params[name.slice('param_'.length)] = unescape(value);
    else if (!OTHER.has(name) && !TRANSPORT.test(name)) settings[name] = value;
  }
  const answer = ({ text, error }) => {
    const bytes = file && existsSync(file) ? readFileSync(file) : undefined;
    if (file) rmSync(file, { force: true });
    if (error === undefined && isFile && !isLoaded) return response.writeHead(200).end(bytes);
    if (error === undefined) return response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    const [, code = '1002'] = /Code: (\d+)/.exec(error) ?? [];
    response.writeHead(code === '60' ? 404 : 500, { 'x-clickhouse-exception-code': code }).end(error);
  };
  const [, killed] = /^\s*kill query where query_id = '([^']+)'/i.exec(sql) ?? [];
  if (killed !== undefined) {
    for (const one of [running, ...waiting]) if (one?.id === killed) end(one);
    return answer({ text: '' });
  }
  if (/^[12]$/.test(url.searchParams.get('readonly') ?? '') && !/^\s*(select|with|show|describe|exists)\b/i.test(sql))
    return answer({ error: 'Code: 164. DB::Exception: Cannot execute query in readonly mode. (READONLY)' });
  const statement = {
    id: url.searchParams.get('query_id'),
    statement: { database: url.searchParams.get('database'), settings, sql, params, file: isLoaded ? undefined : file },
    answer,
  };
  // a report that nobody waits for is ended; what writes goes on, as on a server
  response.on('close', () => {
    if (!response.writableFinished && /^\s*(select|with)\b/i.test(sql)) end(statement);
  });
  waiting.push(statement);
  void runNext();
}).listen(Number(port), '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`);
});
const leave = () => {
  engine.child.kill('SIGKILL');
  process.exit();
};
process.on('disconnect', leave);
setInterval(() => {
  if (!existsSync(folder)) leave();
}, 500);
