import type { ServerHealth } from '../contract.ts';

/** The whole answer as lines of text, to paste into a message to whoever helps. */
export function diagnosticsOf(health: ServerHealth): string {
  const { status, version, commit, checks, work, troubles, uptime_s: uptimeS, generated_at: at } = health;
  const lines = checks.map(({ status: state, label, value, since, hint }) => {
    const facts = [`[${state}] ${label}: ${value}`];
    if (since !== null) facts.push(`since ${since}`);
    if (hint !== null) facts.push(hint);
    return facts.join(' | ');
  });
  const failed = work.flatMap(({ name, error }) => (error === null ? [] : [`[work] ${name} failed: ${error}`]));
  const log = troubles.map(({ at: when, level, message, error, request_id: request }) =>
    [
      `[log] ${when} ${level} ${message}`,
      ...(error === null ? [] : [error]),
      ...(request === null ? [] : [request]),
    ].join(' | '),
  );
  const { instance, instances } = health;
  const which =
    instances.length > 1 ? `, instance ${instance ?? '?'} of ${instances.map(({ number }) => number).join(', ')}` : '';
  const program = `version ${version}${commit === null ? '' : ` (${commit})`}`;
  return [
    `Server Health: ${status}, looked at ${at}, running for ${uptimeS} s, ${program}${which}`,
    ...lines,
    ...failed,
    ...log,
  ].join('\n');
}
