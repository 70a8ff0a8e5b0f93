import { Day } from './Day.tsx';

type Props = { author: string | null; publishedAt: string | null; updatedAt: string; note?: string };

/** Who wrote it and when it was last worked on. */
export function Byline({ author, publishedAt, updatedAt, note }: Props) {
  const wasUpdated = publishedAt === null || updatedAt.slice(0, 10) > publishedAt.slice(0, 10);
  return (
    <p className="byline">
      {author && (
        <span>
          By <strong>{author}</strong>
        </span>
      )}
      <span>
        {wasUpdated ? 'Updated ' : 'Published '}
        <Day at={wasUpdated ? updatedAt : publishedAt} />
      </span>
      {note && <span>{note}</span>}
    </p>
  );
}
