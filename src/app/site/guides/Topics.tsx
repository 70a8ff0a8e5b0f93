import { categoryPath } from '../paths.ts';
import type { CategoryTile } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { title: string; categories: CategoryTile[]; level?: 2 | 3 };

/** The categories as boards that point to their pages; nothing when there are none. */
export function Topics({ title, categories, level = 2 }: Props) {
  const { slots } = useSite();
  if (categories.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <nav className="topics" aria-labelledby="topics">
      <Heading id="topics">{title}</Heading>
      <ul>
        {categories.map(({ slug, name, guides }) => (
          <li key={slug}>
            <a className="board" href={categoryPath(slug) + slots.inner}>
              <span dir="auto">{name}</span> <small>{guides}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
