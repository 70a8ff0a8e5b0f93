import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Deps } from '../../../platform/server/deps.ts';
import type { HealthStatus, ServerHealth } from '../contract.ts';
import { formatDuration, worstOf } from '../rules.ts';
import type { Finding, Look } from './look.ts';
import { LOOP_RESOLUTION_MS, machineLooks } from './machine-looks.ts';
import { moneyLooks, type HealthProbes } from './money-looks.ts';
import { storeLooks } from './store-looks.ts';

/** What has not answered by then counts as failed, so the page comes even when a store hangs. */
const LIMIT_MS = 3000;

/** Looks at everything; remembers since when each check has been what it is. One per process. */
export function createHealth(deps: Deps, probes: HealthProbes): () => Promise<ServerHealth> {
  const { clock, log, config } = deps;
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  const looks = [...storeLooks(deps), ...moneyLooks(deps, probes), ...machineLooks(config.dataDir, loop)];
  const seen = new Map<string, { status: HealthStatus; since: string | null }>();

  function remember({ key, status }: Finding, at: string): string | null {
    const last = seen.get(key);
    if (last?.status === status) return last.since;
    const since = last === undefined && status === 'ok' ? null : at;
    seen.set(key, { status, since });
    return since;
  }

  async function run(look: Look): Promise<Finding[]> {
    try {
      return await within(LIMIT_MS, async () => look.look());
    } catch (error) {
      if (seen.get(look.key)?.status !== 'fail') log.warn({ err: error, check: look.key }, 'a health check failed');
      const { key, label, hint } = look;
      const threshold = `fails after ${formatDuration(LIMIT_MS)} without an answer`;
      return [{ key, label, status: 'fail', value: 'does not answer', threshold, hint }];
    }
  }

  return async () => {
    const found = (await Promise.all(looks.map(run))).flat();
    const at = clock().toISOString();
    return {
      status: worstOf(found.map((finding) => finding.status)),
      checks: found.map((finding) => ({ ...finding, since: remember(finding, at) })),
      uptime_s: Math.floor(process.uptime()),
      generated_at: at,
    };
  };
}

async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
