import { CardTitle } from '../text/CardTitle.tsx';
import { Day } from '../text/Day.tsx';
import { count } from '../labels.ts';
import { Picture } from '../text/Picture.tsx';
import { guidePath } from '../paths.ts';
import type { GuideCard as Guide } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { guide: Guide; isLead?: boolean; isShort?: boolean; level?: 2 | 3 };

/** A guide in a grid. @param isLead the first of the featured: larger, its picture loaded at once @param isShort without what it is about */
export function GuideCard({ guide, isLead = false, isShort = false, level = 3 }: Props) {
  const { slots } = useSite();
  const Heading = `h${level}` as const;
  return (
    <li className={isLead ? 'card guide lead' : 'card guide'}>
      <Picture
        image={guide.image}
        name={guide.category?.name ?? guide.title}
        shape="wide"
        isFirst={isLead}
        {...(isLead && { sizes: '(min-width: 1024px) 790px, 100vw' })}
      />
      <div className="card-body">
        {(guide.isFeatured || guide.category) && (
          <p className="labels">
            {guide.isFeatured && <span className="badge">Featured</span>}{' '}
            {guide.category && <bdi className="kicker">{guide.category.name}</bdi>}
          </p>
        )}
        <Heading>
          <CardTitle to={guidePath(guide) + slots.inner} title={guide.title} />
        </Heading>
        {guide.excerpt && !isShort && (
          <p className="excerpt" dir="auto">
            {guide.excerpt}
          </p>
        )}
        <p className="meta">
          {guide.author && (
            <span>
              By <bdi>{guide.author}</bdi>
            </span>
          )}{' '}
          <Day at={guide.updatedAt} short /> <span>{count(guide.products, 'product')}</span>
        </p>
      </div>
    </li>
  );
}
