/**
 * `npm run bench`: what the two hot paths reach of a bare `node:http` server. Control and subject take turns in one run; the figure is
 * the median of the rounds' ratios. A run whose control varies by more than 1.6 is thrown away. Prints one line per figure with its goal.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startServer } from '../tests/support/server.ts';

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
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function compare(
  name: string,
  subject: string,
  control: string,
  connections: number,
  goal: number,
): Promise<boolean> {
  await load(subject, connections);
  const rounds: { subject: Round; control: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const controlled = await load(control, connections);
    rounds.push({ control: controlled, subject: await load(subject, connections) });
  }
  const controls = rounds.map((round) => round.control.rate);
  const spread = Math.max(...controls) / Math.min(...controls);
  const ratio = median(rounds.map((round) => round.subject.rate / round.control.rate));
  const bad = rounds.reduce((sum, round) => sum + round.subject.bad, 0);
  const verdict =
    spread > MAX_CONTROL_SPREAD ? 'THROWN AWAY: the control varied' : ratio >= goal ? 'goal reached' : 'BELOW GOAL';
  process.stdout.write(
    `${name.padEnd(34)} ${ratio.toFixed(2)} of node:http (goal ${goal.toFixed(2)}) | ${Math.round(median(rounds.map((r) => r.subject.rate)))} req/s, ` +
      `p99 ${median(rounds.map((r) => r.subject.p99Ms)).toFixed(1)} ms, ${bad} bad | control ${Math.round(median(controls))} req/s, spread ${spread.toFixed(2)} | ${verdict}\n`,
  );
  return spread <= MAX_CONTROL_SPREAD && ratio >= goal && bad === 0;
}

const server = await startServer({ env: { LOG_LEVEL: 'error' } });
const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-'));
let control: ReturnType<typeof spawn> | undefined;
try {
  const list = (await (await fetch(`${server.url}/api/listicles?limit=1`)).json()) as { data: { id: number }[] };
  const guide = `${server.url}/listicles/${list.data[0]!.id}`;
  const bytes = Buffer.from(await (await fetch(guide, { headers: { 'user-agent': BROWSER } })).arrayBuffer());
  writeFileSync(join(folder, 'page.html'), bytes);
  control = spawn(process.execPath, [join(import.meta.dirname, 'bench-control.mjs'), join(folder, 'page.html')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bare = await new Promise<string>((resolve) => {
    control!.stdout!.on('data', (chunk: Buffer) => resolve(/http:\S+/.exec(chunk.toString())![0]));
  });
  process.stdout.write(
    `guide page: ${bytes.length} bytes; ${ROUNDS} rounds of ${SECONDS} s, interleaved, on one machine with the load\n`,
  );
  const link = `${server.url}/go/sample-ad?utm_source=taboola&utm_campaign=c1&click_id=GiDxMTKqT5tYq8`;
  const results = [
    await compare('redirect, 32 connections', link, `${bare}/redirect`, 32, 0.4),
    await compare('redirect, 128 connections', link, `${bare}/redirect`, 128, 0.75),
    await compare('guide page, 32 connections', guide, `${bare}/page`, 32, 0.7),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  control?.kill();
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
}
