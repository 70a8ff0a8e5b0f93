import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../../platform/server/http/meter.ts';
import type { HealthStatus } from '../contract.ts';
import type { Finding } from './check.ts';
import type { HealthProbes } from './money-checks.ts';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const LEVELS: Record<HealthStatus, number> = { ok: 0, warn: 1, fail: 2 };

/** The program that answers. Behind a balancer several do, one after the other: each series says whose it is. */
export type Told = { id: string; host: string; version: string };

/**
 * In the text format of Prometheus, version 0.0.4.
 * @param findings figures have the units of their checks (bytes, milliseconds, counts, percent)
 */
export async function writeMetrics(
  probes: Pick<HealthProbes, 'meters' | 'rounds'>,
  findings: readonly Pick<Finding, 'key' | 'status' | 'figure'>[],
  { id, host, version }: Told,
): Promise<string> {
  const registers = [new Registry()];
  registers[0]!.setDefaultLabels({ instance: id });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `guidepost_${name}`, help, labelNames, registers });
  registerMeter(registers, 'redirect', 'Ways out, from request to answer', probes.meters.redirects);
  registerMeter(registers, 'request', 'Pages and calls, ready pages aside', probes.meters.requests);
  const figures = gauge('check', 'Figure of a check on the Server Health screen, in the unit of that check', 'check');
  const levels = gauge(
    'check_status',
    'What a check on the Server Health screen says: 0 ok, 1 warns, 2 fails',
    'check',
  );
  for (const { key, status, figure } of findings) {
    if (figure !== undefined && Number.isFinite(figure)) figures.set({ check: key }, figure);
    levels.set({ check: key }, LEVELS[status]);
  }
  const work = gauge('work_failed', 'Whether the last round of scheduled work failed', 'work');
  for (const { name, error } of probes.rounds()) work.set({ work: name }, error === undefined ? 0 : 1);
  gauge('uptime_seconds', 'Time since the start').set(Math.floor(process.uptime()));
  gauge('instance_info', 'Which program answers: always 1', 'host', 'version').set({ host, version }, 1);
  return registers[0]!.metrics();
}

/** The meter counts by itself, in 90 ns where the library takes 350 (node 24, two million in a loop): only what it counted is told here. */
function registerMeter(registers: Registry[], what: string, help: string, meter: Meter): void {
  const { count, failures, sumMs } = meter.total();
  const name = `guidepost_${what}_duration_seconds`;
  const histogram = new Histogram({ name, help, registers });
  const bucket = (le: number | string, value: number) => ({ metricName: `${name}_bucket`, labels: { le }, value });
  const values = [
    ...meter.buckets().map(({ upToMs, count: some }) => bucket(upToMs / 1000, some)),
    bucket('+Inf', count),
    { metricName: `${name}_sum`, labels: {}, value: sumMs / 1000 },
    { metricName: `${name}_count`, labels: {}, value: count },
  ];
  Object.assign(histogram, { getForPromString: async () => ({ name, help, type: 'histogram', values }) });
  new Counter({ name: `guidepost_${what}_failures_total`, help: `${help}: how many failed`, registers }).inc(failures);
}
