import { Day } from './Day.tsx';
import { count } from './labels.ts';
import { Picture } from './Picture.tsx';
import type { GuideCard as Guide } from './props.ts';
import { useSite } from './site-context.ts';

type Props = { guide: Guide; isLead?: boolean; level?: 2 | 3 };

/** A guide in a grid. @param isLead the first of the featured: larger, its picture loaded at once */
export function GuideCard({ guide, isLead = false, level = 3 }: Props) {
  const { slots } = useSite();
  const Heading = `h${level}` as const;
  return (
    <li className={isLead ? 'card guide lead' : 'card guide'}>
      <Picture image={guide.image} name={guide.title} shape="wide" isFirst={isLead} />
      <div className="card-body">
        {guide.isFeatured && <p className="badge">Featured</p>}
        <Heading>
          <a className="cover" href={`/listicles/${guide.id}${slots.inner}`}>
            {guide.title}
          </a>
        </Heading>
        {guide.excerpt && <p className="excerpt">{guide.excerpt}</p>}
        <p className="meta">
          {guide.author && <span>{guide.author}</span>}
          <Day at={guide.updatedAt} short />
          <span>{count(guide.products, 'product')}</span>
        </p>
      </div>
    </li>
  );
}
