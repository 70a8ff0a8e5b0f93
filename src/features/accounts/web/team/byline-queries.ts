import type { FoundOptions } from '../../../../platform/web/ui/filters/use-found.ts';

/** How the people under guides and reviews are looked for; they stand on accounts, so whoever shows the team hands this in. */
export type BylineQueries = FoundOptions<{ id: number; name: string }>['queries'];
