import { useSite } from './site-context.ts';

type Props = { page: number; pages: number };

/** Steps through the guides; nothing when they fit on one page. */
export function Pages({ page, pages }: Props) {
  const { slots } = useSite();
  if (pages <= 1) return null;
  const link = (to: number, text: string, rel: string) =>
    to >= 1 && to <= pages ? (
      <a
        className="button quiet"
        href={(to === 1 ? `/${slots.inner}` : `/?page=${to}${slots.and}`) + '#guides'}
        rel={rel}
      >
        {text}
      </a>
    ) : (
      <span />
    );
  return (
    <nav className="pages" aria-label="Pages of guides">
      {link(page - 1, 'Previous', 'prev')}
      <span>
        Page {page} of {pages}
      </span>
      {link(page + 1, 'Next', 'next')}
    </nav>
  );
}
