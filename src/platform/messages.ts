import { z } from 'zod';

type Issue = { code?: string | undefined; input?: unknown; [fact: string]: unknown };

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const bound = (issue: Issue, limit: unknown): string => {
  const unit = UNITS[String(issue['origin'])]?.[limit === 1 ? 0 : 1];
  return unit === undefined ? `${String(limit)}.` : `${String(limit)} ${unit}.`;
};

/** What people read where a contract has no words of its own, in forms and in answers; undefined leaves the schema library's text. */
function sayIssue(issue: Issue): string | undefined {
  const isBlank = issue.input === undefined || issue.input === null || issue.input === '';
  if (isBlank && ['invalid_type', 'invalid_value', 'too_small', 'invalid_union'].includes(issue.code ?? '')) {
    return 'This field is required.';
  }
  if (issue.code === 'invalid_type' && (issue['expected'] === 'number' || issue['expected'] === 'int')) {
    return 'Enter a number.';
  }
  if (issue.code === 'too_big') return `At most ${bound(issue, issue['maximum'])}`;
  if (issue.code === 'too_small') return `At least ${bound(issue, issue['minimum'])}`;
  if (issue.code === 'invalid_format' && issue['format'] === 'url')
    return 'Enter a full address, beginning with https://.';
  return undefined;
}

/** Once for each program that checks contracts: the server's answers and the forms say the same. */
export const sayIssuesPlainly = (): void => void z.config({ customError: sayIssue });
