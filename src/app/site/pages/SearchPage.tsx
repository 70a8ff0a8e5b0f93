import { CardTitle } from '../text/CardTitle.tsx';
import { Document } from '../frame/Document.tsx';
import { GuideGrid } from '../guides/GuideGrid.tsx';
import { Icon } from '../frame/Icon.tsx';
import { count } from '../labels.ts';
import { Pieces } from '../text/Pieces.tsx';
import type { SearchHit, SearchProps, Shell } from '../props.ts';
import { SearchForm } from '../frame/SearchForm.tsx';
import { useSite } from '../site-context.ts';
import { Topics } from '../guides/Topics.tsx';

type Props = SearchProps & { shell: Shell };

const KINDS = { guide: 'Guide', product: 'Product', review: 'Review' } as const;

/** One list of everything found, the best first; when there is nothing, where to go on. */
export function SearchPage({ shell, query, hits, suggestion, categories, popular }: Props) {
  const head = {
    title: query ? `Search: ${query}` : 'Search',
    description: `Search the guides and reviews of ${shell.brand}.`,
    path: '/search',
    hidden: true,
  };
  return (
    <Document shell={shell} head={head}>
      <header className="title-block">
        <div className="wrap">
          <h1 dir="auto">{query ? `Results for “${query}”` : 'Search'}</h1>
          <SearchForm id="page-search" label="Guides and reviews" query={query} />
          {suggestion && (
            <p>
              Did you mean{' '}
              <a href={`/search?q=${encodeURIComponent(suggestion)}${shell.slots.and}`}>
                <strong>{suggestion}</strong>
              </a>
              ? Its results are shown.
            </p>
          )}
          {hits.length > 0 && <p className="soft">{tally(hits)}</p>}
        </div>
      </header>
      <div className="wrap article">
        {hits.length > 0 && (
          <ol className="hits">
            {hits.map((hit) => (
              <Hit key={hit.path + hit.anchor} hit={hit} />
            ))}
          </ol>
        )}
        {query && hits.length === 0 && (
          <div className="empty">
            <Icon name="search" />
            <p>
              <strong>Nothing found.</strong> Try a shorter or more general word, or{' '}
              <a href={`/${shell.slots.inner}#guides`}>browse all guides</a>.
            </p>
          </div>
        )}
        <Topics title="Topics" categories={categories} />
        {popular.length > 0 && (
          <section aria-labelledby="popular">
            <div className="section-head">
              <h2 id="popular">Guides to start with</h2>
            </div>
            <GuideGrid guides={popular} />
          </section>
        )}
      </div>
    </Document>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const { slots } = useSite();
  return (
    <li>
      <p className="kicker">{KINDS[hit.kind]}</p>
      <h2>
        <CardTitle
          to={hit.path + slots.inner + hit.anchor}
          title={hit.title.map(({ text }) => text).join('')}
          isCover={false}
        >
          <Pieces pieces={hit.title} />
        </CardTitle>
      </h2>
      {hit.snippet.length > 0 && (
        <p dir="auto">
          <Pieces pieces={hit.snippet} />
        </p>
      )}
      {hit.within && (
        <p className="meta">
          <span>
            In the guide <bdi>{hit.within}</bdi>
          </span>
        </p>
      )}
    </li>
  );
}

/** `5 results: 2 guides, 3 products`. */
function tally(hits: SearchHit[]): string {
  const kinds = (['guide', 'product', 'review'] as const).flatMap((kind) => {
    const found = hits.filter((hit) => hit.kind === kind).length;
    return found > 0 ? [count(found, kind)] : [];
  });
  return `${count(hits.length, 'result')}: ${kinds.join(', ')}`;
}
