import type { Content, TrashKind } from './contract.ts';

/**
 * The addresses to try for a title or name, the plain one first. Of a text that no address can hold it is '', which the database makes of
 * the id of the row.
 * @param fallback what nobody else has
 */
export function* slugsFor(base: string, fallback: string): Generator<string> {
  yield base;
  if (base === '') return yield fallback;
  for (let n = 2; n <= 50; n += 1) yield `${base}-${n}`;
  yield `${base}-${fallback}`;
}

/** Statuses in which the public reads a record; `featured` is published and stands first. */
export const PUBLIC_STATUSES = ['published', 'featured'] as const;
type PublicStatus = (typeof PUBLIC_STATUSES)[number];
type Status = 'draft' | 'archived' | PublicStatus;

export const isPublicStatus = (status: Status): status is PublicStatus =>
  (PUBLIC_STATUSES as readonly Status[]).includes(status);

/** What of a record decides whether the public reads it. */
export type Publicity = { status: Status; first_published_at: string | null; deleted_at: string | null };

/** What the public gets: the record, 410 for what it could read before, 404 for everything else (a draft, even one that was public). */
export function publicState(record: Publicity): 'public' | 'gone' | 'missing' {
  if (record.deleted_at === null && isPublicStatus(record.status)) return 'public';
  return record.first_published_at !== null && record.status !== 'draft' ? 'gone' : 'missing';
}

/** When what readers read changed last, and they could read it. */
export const revisedAt = ({
  revised_at: revised,
  first_published_at: first,
}: {
  revised_at: string;
  first_published_at: string | null;
}): string => (first !== null && first > revised ? first : revised);

type Schedule = { publish_at: string | null; unpublish_at: string | null };

const isOver = (at: string | null, now: Date): boolean => at !== null && Date.parse(at) <= now.getTime();

/** What is wrong with the times of a record as it would be saved. @param old as they were: a time that has passed may stay */
export function scheduleProblem(
  fresh: Schedule,
  old: Schedule | undefined,
  now: Date,
): { field: string; reason: string } | undefined {
  for (const field of ['publish_at', 'unpublish_at'] as const) {
    const [at, before] = [fresh[field], old?.[field] ?? null];
    const isNew = at !== null && (before === null || Date.parse(at) !== Date.parse(before));
    if (isNew && isOver(at, now)) return { field, reason: 'must lie in the future; to do it now, set the status' };
  }
  const { publish_at: from, unpublish_at: until } = fresh;
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from))
    return { field: 'unpublish_at', reason: 'must be later than the time of publishing' };
  return undefined;
}

/** What the clock makes of a record: the times that are over are used up. A record whose whole time was slept through ends archived. */
export function dueChange(
  row: Schedule & { status: Status },
  now: Date,
): { status?: 'published' | 'archived'; publish_at?: null; unpublish_at?: null } {
  const [begins, ends] = [isOver(row.publish_at, now), isOver(row.unpublish_at, now)];
  const isPublic = isPublicStatus(row.status);
  return {
    ...(begins && { publish_at: null }),
    ...(ends && { unpublish_at: null }),
    ...(ends ? (isPublic || begins) && { status: 'archived' } : begins && !isPublic && { status: 'published' }),
  };
}

const PICTURE_FIELDS = ['main_image_url', 'image_url'];

const urlOf = (entry: unknown): unknown => (entry as { url?: unknown } | null)?.url;

/** The addresses of the pictures that a save shows. */
export function picturesOf(content: Content): string[] {
  const gallery = Array.isArray(content['gallery']) ? content['gallery'].map(urlOf) : [];
  return [...PICTURE_FIELDS.map((field) => content[field]), ...gallery].filter((url) => typeof url === 'string');
}

/** A save without pictures that are gone: where one stood alone, the record keeps what it shows now. */
export function withoutPictures(content: Content, gone: ReadonlySet<unknown>): Content {
  const remaining = Object.entries(content).filter(
    ([field, value]) => !PICTURE_FIELDS.includes(field) || !gone.has(value),
  );
  return Object.fromEntries(
    remaining.map(([field, value]) => [
      field,
      field === 'gallery' && Array.isArray(value) ? value.filter((entry) => !gone.has(urlOf(entry))) : value,
    ]),
  );
}

const OF_CONTENT: readonly TrashKind[] = ['guide', 'guide_item', 'review', 'person'];

/** What else is deleted is not told to who sees no offers with what they pay. */
export const isOfContent = (kind: TrashKind): boolean => OF_CONTENT.includes(kind);
