import { Day } from './Day.tsx';
import { Icon } from '../frame/Icon.tsx';
import { PersonName } from './PersonName.tsx';
import type { Editorial } from '../props.ts';

type Props = {
  /** The name alone, for a text whose author has no page. */
  author: string | null;
  publishedAt: string | null;
  updatedAt: string;
  note?: string;
  person?: Editorial['author'];
  reviewer?: Editorial['reviewer'];
  reviewedAt?: Editorial['reviewedAt'];
  /** Whether the page says what changed. */
  hasChanges?: boolean;
};

/** Who wrote it, who checked it, and when it was last worked on. */
export function Byline({ author, person, reviewer, reviewedAt, publishedAt, updatedAt, note, hasChanges }: Props) {
  const wasUpdated = publishedAt === null || updatedAt.slice(0, 10) > publishedAt.slice(0, 10);
  const name = person ? <PersonName person={person} /> : author && <bdi>{author}</bdi>;
  return (
    <p className="byline">
      {name && (
        <span>
          By <strong>{name}</strong>
        </span>
      )}{' '}
      {reviewer?.credentials && reviewedAt && (
        <span className="checked">
          <Icon name="check" />
          <span>
            Reviewed by{' '}
            <strong>
              <PersonName person={reviewer} />
            </strong>{' '}
            on <Day at={reviewedAt} short />
          </span>
        </span>
      )}{' '}
      <span>
        {wasUpdated ? 'Updated ' : 'Published '}
        <Day at={wasUpdated ? updatedAt : publishedAt} />
      </span>{' '}
      {hasChanges && <a href="#changes">What changed</a>} {note && <span>{note}</span>}
    </p>
  );
}
