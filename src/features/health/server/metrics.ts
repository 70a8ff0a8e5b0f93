import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../../platform/server/http/meter.ts';
import type { HealthProbes } from './money-checks.ts';

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * In the text format of Prometheus, version 0.0.4.
 * @param figures of the health checks, by key: their units are those of the checks (bytes, milliseconds, counts, percent)
 */
export async function writeMetrics(
  probes: Pick<HealthProbes, 'meters' | 'rounds'>,
  figures: Readonly<Record<string, number>>,
): Promise<string> {
  const registers = [new Registry()];
  registerMeter(registers, 'redirect', 'Ways out, from request to answer', probes.meters.redirects);
  registerMeter(registers, 'request', 'Pages and calls, ready pages aside', probes.meters.requests);
  const check = new Gauge({
    name: 'guidepost_check',
    help: 'Figure of a check on the Server Health screen, in the unit of that check',
    labelNames: ['check'],
    registers,
  });
  for (const [key, figure] of Object.entries(figures)) check.set({ check: key }, figure);
  const work = new Gauge({
    name: 'guidepost_work_failed',
    help: 'Whether the last round of scheduled work failed',
    labelNames: ['work'],
    registers,
  });
  for (const { name, error } of probes.rounds()) work.set({ work: name }, error === undefined ? 0 : 1);
  const uptime = new Gauge({ name: 'guidepost_uptime_seconds', help: 'Time since the start', registers });
  uptime.set(Math.floor(process.uptime()));
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
