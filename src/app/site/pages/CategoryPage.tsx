import { Crumbs } from '../frame/Crumbs.tsx';
import { Document } from '../frame/Document.tsx';
import { GuideGrid } from '../guides/GuideGrid.tsx';
import { count } from '../labels.ts';
import { Pages } from '../text/Pages.tsx';
import { categoryPath } from '../paths.ts';
import type { CategoryProps, Shell } from '../props.ts';
import { categoryData } from '../structured-data.ts';
import { Topics } from '../guides/Topics.tsx';

type Props = CategoryProps & { shell: Shell };

/** The guides of one category, and the other categories. */
export function CategoryPage({ shell, category, guides, others, page, pages, total }: Props) {
  const { slug, name, description } = category;
  const path = categoryPath(slug);
  const head = {
    title: page > 1 ? `${name}, page ${page}` : name,
    description: description ?? `${name}: ${count(total, 'guide')} by ${shell.brand}, compared side by side.`,
    path: page > 1 ? `${path}?page=${page}` : path,
    hidden: total === 0,
    data: categoryData({ category, guides }, shell),
  };
  return (
    <Document shell={shell} head={head}>
      <header className="title-block">
        <div className="wrap">
          <Crumbs section="Guides" href={`/${shell.slots.inner}#guides`} here={name} />
          <p className="kicker">Topic</p>
          <h1 dir="auto">{name}</h1>
          {description && (
            <p className="lede" dir="auto">
              {description}
            </p>
          )}
        </div>
      </header>
      <section className="wrap band" id="guides" aria-labelledby="guides-title">
        <div className="section-head">
          <h2 id="guides-title">{page > 1 ? `Guides, page ${page}` : 'Guides'}</h2>
          {total > 0 && <p className="soft">{count(total, 'guide')}, featured first, then the newest.</p>}
        </div>
        {total === 0 ? (
          <p className="empty">
            <strong>No guides here yet.</strong> <a href={`/${shell.slots.inner}#guides`}>See all guides</a> in the
            meantime.
          </p>
        ) : (
          <GuideGrid guides={guides.map((guide) => ({ ...guide, category: null }))} hasLead={page === 1} />
        )}
        <Pages path={path} page={page} pages={pages} />
      </section>
      {others.length > 0 && (
        <div className="wrap band topics-end">
          <Topics title="Other topics" categories={others} />
        </div>
      )}
    </Document>
  );
}
