import type { ServerHealth } from '../contract.ts';

/** The whole answer as lines of text, to paste into a message to whoever helps. */
export function diagnosticsOf({ status, checks, uptime_s: uptimeS, generated_at: at }: ServerHealth): string {
  const lines = checks.map(({ status: state, label, value, since, hint }) => {
    const facts = [`[${state}] ${label}: ${value}`];
    if (since !== null) facts.push(`since ${since}`);
    if (hint !== null) facts.push(hint);
    return facts.join(' | ');
  });
  return [`Server Health: ${status}, looked at ${at}, running for ${uptimeS} s`, ...lines].join('\n');
}
