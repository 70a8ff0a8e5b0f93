/**
 * `npm run bench` (`npm run bench -- redirect` for the lines with that word): what the two hot paths reach of what this machine leaves
 * them. For a page that is a bare `node:http` server that sends the same bytes, for a redirect one with an append to the journal before
 * each 302: the disk's own ceiling. Control and subject take turns in one run; the figure is the median of the rounds' ratios. A run
 * whose control varies by more than 1.6 is thrown away. Each measurement waits until the server has shipped what it has, so that
 * neither side is measured beside the databases. Prints one line per figure with its goal.
 * `npm run bench -- report` measures the calls of the stats screens instead: scripts/bench-reports.ts; `-- site` a large site beside a
 * small one: scripts/bench-site.ts; `-- backup` a backup of a large site and its restore: scripts/bench-backup.ts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { makeGuideOfTwelve } from '../tests/support/guide-of-twelve.ts';
import { logIn, startServer } from '../tests/support/server.ts';
import { type Crowded, startAmongMany } from './bench-links.ts';
import { median, shippedBy, type StartedScript, startScript } from './bench-load.ts';
import { benchPostbacks, startWithoutStores } from './bench-money.ts';
import { printRegret } from './bench-optimise.ts';
import { printPatterns } from './bench-patterns.ts';
import { makeRuledLink, printRouter } from './bench-router.ts';

const OTHERS: Record<string, string> = {
  report: 'bench-reports.ts',
  site: 'bench-site.ts',
  backup: 'bench-backup.ts',
};
const other = OTHERS[process.argv[2] ?? ''];
if (other !== undefined) {
  const script = join(import.meta.dirname, other);
  process.exit(spawnSync(process.execPath, [script, ...process.argv.slice(3)], { stdio: 'inherit' }).status ?? 1);
}

const ROUNDS = 5;
const SECONDS = 3;
const MAX_CONTROL_SPREAD = 1.6;

type Round = { rate: number; p99Ms: number; bad: number };

async function load(url: string, connections: number): Promise<Round> {
  const result = await autocannon({ url, connections, duration: SECONDS, headers: { 'user-agent': BROWSER } });
  return {
    rate: result.requests.average,
    p99Ms: result.latency.p99,
    bad: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  };
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** What rules and many links are measured against: a link with one destination, in the same run. */
const PLAIN = 'a plain link';
/** Of it, at the least: what they may add to the work of a redirect. */
const RULED_GOAL = 0.85;
/** A bare 302 with one append to the journal before it: what the disk of this machine leaves. */
const JOURNAL = 'the journal alone';
/** What draws a page is measured against. */
const REACT = 'renderToStaticMarkup';

/** Resolves when nothing waits to be shipped, by the product's own page of its health. */
async function shipped(): Promise<void> {
  await shippedBy({ url: server.url, token });
  if (crowd) await shippedBy(crowd);
}

async function compare(
  name: string,
  subject: string,
  control: string,
  { connections, goal, against = 'node:http' }: { connections: number; goal?: number; against?: string },
): Promise<boolean> {
  if (!isWanted(name)) return true;
  await load(subject, connections);
  const rounds: { subject: Round; control: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await shipped();
    const controlled = await load(control, connections);
    await shipped();
    rounds.push({ control: controlled, subject: await load(subject, connections) });
  }
  const controls = rounds.map((round) => round.control.rate);
  const spread = Math.max(...controls) / Math.min(...controls);
  const ratio = median(rounds.map((round) => round.subject.rate / round.control.rate));
  const bad = rounds.reduce((sum, round) => sum + round.subject.bad, 0);
  const verdict =
    spread > MAX_CONTROL_SPREAD
      ? 'THROWN AWAY: the control varied'
      : goal === undefined
        ? 'no goal'
        : ratio >= goal
          ? 'goal reached'
          : 'BELOW GOAL';
  process.stdout.write(
    `${name.padEnd(34)} ${ratio.toFixed(2)} of ${against}${goal === undefined ? '' : ` (goal ${goal.toFixed(2)})`} | ${Math.round(median(rounds.map((r) => r.subject.rate)))} req/s, ` +
      `p99 ${median(rounds.map((r) => r.subject.p99Ms)).toFixed(1)} ms, ${bad} bad | control ${Math.round(median(controls))} req/s, spread ${spread.toFixed(2)} | ${verdict}\n`,
  );
  return spread <= MAX_CONTROL_SPREAD && (goal === undefined || ratio >= goal) && bad === 0;
}

/** Starts a server of a script. @returns where it listens */
async function start(script: string, ...args: string[]): Promise<string> {
  const one = await startScript(script, ...args);
  started.push(one);
  return one.url;
}

const isWanted = (name: string): boolean => name.includes(process.argv[2] ?? '');
const server = await startServer({ env: { LOG_LEVEL: 'error' } });
const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-'));
const started: StartedScript[] = [];
let token = '';
let alone: Awaited<ReturnType<typeof startWithoutStores>> | undefined;
let crowd: Crowded | undefined;
try {
  token = await logIn(server);
  const list = (await (await fetch(`${server.url}/api/listicles?limit=1`)).json()) as { data: { id: number }[] };
  const guide = `${server.url}/listicles/${list.data[0]!.id}`;
  const bytes = Buffer.from(await (await fetch(guide, { headers: { 'user-agent': BROWSER } })).arrayBuffer());
  writeFileSync(join(folder, 'page.html'), bytes);
  const bare = await start('bench-control.mjs', join(folder, 'page.html'));
  const journalled = await start('bench-journal.mjs', join(folder, 'journal'));
  const twelve = await makeGuideOfTwelve({ url: server.url, token });
  const drawing = await start('bench-render.ts', server.dataDir, /\d+/.exec(twelve)![0]);
  const drawn = await (await fetch(`${drawing}/drawn`)).text();
  process.stdout.write(
    `guide page: ${bytes.length} bytes; guide of 12 products, drawn each time: ${drawn.length} bytes; ${ROUNDS} rounds of ${SECONDS} s, interleaved, on one machine with the load\n`,
  );
  const ad = '/go/sample-ad?utm_source=taboola&utm_campaign=c1&click_id=GiDxMTKqT5tYq8';
  const link = server.url + ad;
  const whileStopped = 'redirect, both stores stopped';
  if (isWanted(whileStopped)) alone = await startWithoutStores();
  const ruled = await makeRuledLink({ url: server.url, token });
  const [amongMany, ruledAmongMany] = ['redirect, among 100,000 links', 'redirect, ruled among 100,000'] as const;
  if (isWanted(amongMany) || isWanted(ruledAmongMany)) crowd = await startAmongMany();
  const results = [
    await compare('redirect, 32 connections', link, journalled, { connections: 32, goal: 0.8, against: JOURNAL }),
    await compare('redirect, 128 connections', link, journalled, { connections: 128, goal: 0.65, against: JOURNAL }),
    await compare('redirect, 20 rules, 10 destinations', ruled, `${bare}/redirect`, { connections: 32, goal: 0.4 }),
    await compare('redirect, ruled link', ruled, link, { connections: 32, goal: RULED_GOAL, against: PLAIN }),
    !crowd || (await compare(amongMany, crowd.plain, link, { connections: 32, goal: RULED_GOAL, against: PLAIN })),
    !crowd || (await compare(ruledAmongMany, crowd.ruled, link, { connections: 32, goal: RULED_GOAL, against: PLAIN })),
    !alone || (await compare(whileStopped, alone.url + ad, `${bare}/redirect`, { connections: 32, goal: 0.4 })),
    !isWanted('postback') || (await benchPostbacks(server, token, shipped)),
    await compare('guide page, 32 connections', guide, `${bare}/page`, { connections: 32, goal: 0.7 }),
    await compare('journal alone, 32 connections', journalled, `${bare}/redirect`, { connections: 32 }),
    await compare('journal alone, 128 connections', journalled, `${bare}/redirect`, { connections: 128 }),
    await compare('guide drawn each time', `${drawing}/drawn`, `${drawing}/bare`, {
      connections: 8,
      goal: 0.4,
      against: REACT,
    }),
    await compare('guide read and drawn each time', `${drawing}/made`, `${drawing}/bare`, {
      connections: 8,
      against: REACT,
    }),
  ];
  if (isWanted('router')) await printRouter();
  if (isWanted('optimiser')) printRegret();
  if (isWanted('patterns')) printPatterns();
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  for (const one of started) one.stop();
  await alone?.stop();
  await crowd?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  await server.stop();
}
