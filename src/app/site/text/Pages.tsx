import { useSite } from '../site-context.ts';

type Props = {
  /** The address of the first page, from the root. */
  path: string;
  page: number;
  pages: number;
  /** The part of the page that a step leads to. */
  anchor?: string;
};

/** Steps through a list of guides; nothing when it fits on one page. */
export function Pages({ path, page, pages, anchor = 'guides' }: Props) {
  const { slots } = useSite();
  if (pages <= 1) return null;
  const link = (to: number, text: string, rel: string) =>
    to >= 1 && to <= pages ? (
      <a
        className="button quiet"
        href={`${to === 1 ? path + slots.inner : `${path}?page=${to}${slots.and}`}#${anchor}`}
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
