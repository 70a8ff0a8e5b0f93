import { availableParallelism, loadavg } from 'node:os';
import type { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '../../../platform/time.ts';
import { formatBytes, formatDuration } from '../../../platform/text/sizes.ts';
import { certificateEnd } from '../../../platform/server/http/certificate.ts';
import { judged, type Check } from './check.ts';

const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;
const MEMORY_BYTES = { warn: 512 * MB, fail: 1024 * MB };
const LOAD_PERCENT = { warn: 150, fail: 400 };
const DAY_MS = 86_400_000;
const CERTIFICATE_MS = { warn: 21 * DAY_MS, fail: 3 * DAY_MS };
const DELAY_MS = { warn: 50, fail: 250 };

/** How often the loop is asked; the histogram's figures hold this much on top of the delay. */
export const LOOP_RESOLUTION_MS = 50;

/** The machine under us: memory, and whether the process gets to its work. */
export const machineChecks = (loop: ReturnType<typeof monitorEventLoopDelay>): Check[] => [
  {
    key: 'memory',
    label: 'Memory',
    hint: 'The use of memory could not be read.',
    run() {
      const bytes = process.memoryUsage.rss();
      return [
        judged('memory', 'Memory', [[bytes, MEMORY_BYTES, formatBytes]], {
          value: `${formatBytes(bytes)} in use by the server`,
          hint: 'More than the server should need: start it again at a quiet hour, and keep the log.',
        }),
      ];
    },
  },
  {
    key: 'cpu',
    label: 'Processor',
    hint: 'The load could not be read.',
    run() {
      const cores = availableParallelism();
      const load = loadavg()[1]!;
      return [
        judged(
          'cpu',
          'Processor',
          [[Math.round((100 * load) / cores), LOAD_PERCENT, (limit) => `${limit} % of the cores`]],
          {
            value: `load ${load.toFixed(1)} over 5 min on ${cores} ${cores === 1 ? 'core' : 'cores'}`,
            hint: 'More work waits than the cores can do: look for another program, or take a larger machine.',
          },
        ),
      ];
    },
  },
  {
    key: 'event_loop',
    label: 'Event loop',
    hint: 'The delay could not be measured.',
    run() {
      const [p99Ms, mostMs] = [loop.percentile(99), loop.max].map((ns) =>
        Math.max(0, ns / 1e6 - LOOP_RESOLUTION_MS),
      ) as [number, number];
      loop.reset();
      return [
        judged('event_loop', 'Event loop', [[p99Ms, DELAY_MS, formatDuration]], {
          value: `late by ${formatDuration(p99Ms)} (p99), ${formatDuration(mostMs)} at most`,
          hint: 'The processor is too busy for the traffic, or one request does too much at once.',
        }),
      ];
    },
  },
];

/** The certificate that readers see, asked for once an hour; none without an https address of the site. */
export function certificateCheck(publicUrl: string | undefined, clock: Clock): Check[] {
  if (!publicUrl?.startsWith('https:')) return [];
  let known: { end: Date; readAtMs: number } | undefined;
  return [
    {
      key: 'certificate',
      label: 'TLS certificate',
      hint: 'The address of the site did not show a certificate: is it reachable from this machine?',
      async run() {
        const nowMs = clock().getTime();
        if (known === undefined || nowMs - known.readAtMs > HOUR_MS)
          known = { end: await certificateEnd(publicUrl), readAtMs: nowMs };
        const leftMs = known.end.getTime() - nowMs;
        return [
          judged('certificate', 'TLS certificate', [[leftMs, CERTIFICATE_MS, formatDuration]], {
            value: leftMs > 0 ? `good for ${formatDuration(leftMs)}` : `ended ${formatDuration(-leftMs)} ago`,
            hint: 'Renew it, and see why it does not renew itself: browsers refuse the site once it has ended.',
          }),
        ];
      },
    },
  ];
}
