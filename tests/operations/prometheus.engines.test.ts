import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/platform/server/postgres/embedded-postgres.ts';
import { findDebian } from '../support/debian.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What is told to Prometheus, read by Prometheus. Seen red: a metric without HELP, a rule that asks for a metric of another name. */

const ROOT = join(import.meta.dirname, '../..');
const CONFIG = join(ROOT, 'deploy/prometheus.yml');
const RULES = join(ROOT, 'deploy/prometheus-rules.yml');
const METRICS_TOKEN = 'scraper-0123456789abcdef';
const hasPrometheus = (): boolean => spawnSync('/usr/bin/promtool', ['--version']).status === 0;
const missing = findDebian('Prometheus', ['prometheus'], hasPrometheus);

type Vector = { metric: Record<string, string>; value: [number, string] }[];

describe.skipIf(missing !== undefined)(`Prometheus${missing === undefined ? '' : ` (${missing})`}`, () => {
  let server: TestServer;
  let folder: string;
  const closers: (() => unknown)[] = [];

  const promtool = (args: string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', args, {
      encoding: 'utf8',
      ...(input && { input }),
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const scrape = async (): Promise<string> => {
    const reply = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(reply.status).toBe(200);
    return reply.text();
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guidepost-prometheus-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    server = await startServer({ env: { METRICS_TOKEN } });
    closers.push(() => server.stop());
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  test('promtool has nothing to say of the metrics, each of which has its HELP and its TYPE', async () => {
    const body = await scrape();
    expect(promtool(['check', 'metrics'], body)).toEqual({ status: 0, said: '' });
    const told = (word: string) =>
      [...body.matchAll(new RegExp(`^# ${word} (\\w+) .+$`, 'gm'))].map(([, name]) => name);
    const series = [...body.matchAll(/^(guidepost_\w+?)(?:_bucket|_sum|_count)?\{/gm)].map(([, name]) => name);
    expect(told('HELP')).toEqual([...new Set(series)]);
    expect(told('TYPE')).toEqual([...new Set(series)]);
  });

  test('the rules and the file of the scraper hold, and each alert comes when it should', () => {
    expect(promtool(['check', 'rules', RULES])).toMatchObject({ status: 0 });
    expect(promtool(['check', 'config', '--syntax-only', CONFIG])).toMatchObject({ status: 0 });
    const cases = join(import.meta.dirname, 'prometheus-rules.test.yml');
    expect(promtool(['test', 'rules', cases])).toMatchObject({ status: 0 });
    const alerts = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
    for (const alert of alerts) expect(readFileSync(cases, 'utf8')).toContain(`alertname: ${alert}\n`);
  });

  test('Prometheus itself scrapes it by that file, and finds all that the rules ask for', async () => {
    const port = await freePort();
    const [config, token] = [join(folder, 'prometheus.yml'), join(folder, 'token')];
    const written = readFileSync(CONFIG, 'utf8')
      .replace('127.0.0.1:3000', new URL(server.url).host)
      .replace('/etc/prometheus/guidepost.token', token)
      .replace('scrape_interval: 15s', 'scrape_interval: 1s')
      .replace('scrape_timeout: 10s', 'scrape_timeout: 1s')
      .replace('prometheus-rules.yml', RULES);
    writeFileSync(config, written);
    writeFileSync(token, METRICS_TOKEN);
    const where = [`--storage.tsdb.path=${join(folder, 'tsdb')}`, `--web.listen-address=127.0.0.1:${port}`];
    const prometheus = spawn('/usr/bin/prometheus', [`--config.file=${config}`, ...where], { stdio: 'ignore' });
    closers.push(async () => {
      if (prometheus.exitCode !== null) return;
      prometheus.kill('SIGKILL');
      await new Promise((done) => prometheus.once('exit', done));
    });
    const query = async (text: string): Promise<Vector> => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(text)}`);
      return ((await reply.json()) as { data: { result: Vector } }).data.result;
    };
    await expect
      .poll(() => query('guidepost_instance_info').catch(() => []), { timeout: 60_000, interval: 200 })
      .toHaveLength(1);
    const [info] = await query('guidepost_instance_info');
    expect(info!.metric).toMatchObject({ job: 'guidepost', version: '0.1.0', instance: expect.any(String) as string });
    expect(info!.metric['exported_instance']).toBeUndefined();
    expect((await query('up{job="guidepost"}'))[0]!.value[1]).toBe('1');
    for (const name of new Set(readFileSync(RULES, 'utf8').match(/guidepost_\w+/g)))
      expect(await query(name), name).not.toEqual([]);
    expect(await query('guidepost_check{check="disk"}')).toHaveLength(1);
  });
});
