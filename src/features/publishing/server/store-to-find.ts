import { sql } from 'kysely';

/** What searchers may find of one author and category: how many, and when the last of them changed. */
export type ToFind = { category_id: number | null; author_id: number | null; count: number; changed_at: string };

/** `revisedAt` of the rules, for rows of guides and reviews. */
export const CHANGED_AT = sql<string>`greatest(revised_at, first_published_at)`;

export const COUNT = sql<number>`count(*)::int`;
export const LAST_CHANGED_AT = sql<string>`max(${CHANGED_AT})`;
