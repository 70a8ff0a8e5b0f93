import type { Meter } from '../../../platform/server/http/meter.ts';
import type { Round } from '../../../platform/server/jobs/rounds.ts';
import type { HealthProbes } from './money-looks.ts';

/** In the text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** @param figures of the health checks, by key: their units are those of the checks (bytes, milliseconds, counts, percent) */
export function writeMetrics(
  probes: Pick<HealthProbes, 'meters' | 'rounds'>,
  figures: Readonly<Record<string, number>>,
): string {
  const checks = Object.entries(figures).map(([key, figure]) => `guidepost_check{check="${key}"} ${figure}`);
  return [
    ...histogram('guidepost_redirect_duration_seconds', 'Ways out, from request to answer', probes.meters.redirects),
    ...histogram('guidepost_request_duration_seconds', 'Pages and calls, ready pages aside', probes.meters.requests),
    '# HELP guidepost_check Figure of a check on the Server Health screen, in the unit of that check',
    '# TYPE guidepost_check gauge',
    ...checks,
    '# HELP guidepost_work_failed Whether the last round of scheduled work failed',
    '# TYPE guidepost_work_failed gauge',
    ...probes.rounds().map(workLine),
    '# HELP guidepost_uptime_seconds Time since the start',
    '# TYPE guidepost_uptime_seconds gauge',
    `guidepost_uptime_seconds ${Math.floor(process.uptime())}`,
    '',
  ].join('\n');
}

const workLine = ({ name, error }: Round): string =>
  `guidepost_work_failed{work="${name.replaceAll(/["\\\n]/g, '')}"} ${error === undefined ? 0 : 1}`;

function histogram(name: string, help: string, meter: Meter): string[] {
  const { count, failures, sumMs } = meter.total();
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...meter.buckets().map((bucket) => `${name}_bucket{le="${bucket.upToMs / 1000}"} ${bucket.count}`),
    `${name}_bucket{le="+Inf"} ${count}`,
    `${name}_sum ${sumMs / 1000}`,
    `${name}_count ${count}`,
    `# TYPE ${name.replace('_duration_seconds', '_failures_total')} counter`,
    `${name.replace('_duration_seconds', '_failures_total')} ${failures}`,
  ];
}
