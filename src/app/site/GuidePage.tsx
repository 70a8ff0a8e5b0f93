import { Byline } from './Byline.tsx';
import { Comparison } from './Comparison.tsx';
import { Crumbs } from './Crumbs.tsx';
import { Disclosure } from './Disclosure.tsx';
import { Document } from './Document.tsx';
import { GuideGrid } from './GuideGrid.tsx';
import { count } from './labels.ts';
import { Picture } from './Picture.tsx';
import { ProductCard } from './ProductCard.tsx';
import type { GuideProps, Shell } from './props.ts';
import { QuickPicks } from './QuickPicks.tsx';
import { RichText } from './RichText.tsx';
import { guideData } from './structured-data.ts';

type Props = GuideProps & { shell: Shell };

/** A guide: who wrote it, how we earn, the picks, the text, the ranked products. */
export function GuidePage({ shell, ...guide }: Props) {
  const { products } = guide;
  const head = {
    title: guide.title,
    description: guide.excerpt || `${guide.title}: ${count(products.length, 'product')} compared by ${shell.brand}.`,
    path: `/listicles/${guide.id}`,
    image: `/og/guides/${guide.id}.png`,
    article: { publishedAt: guide.publishedAt, updatedAt: guide.updatedAt },
    isView: true,
    data: guideData(guide, shell),
  };
  return (
    <Document shell={shell} head={head}>
      <article>
        <header className="title-block">
          <div className="wrap">
            <Crumbs section="Guides" href={`/${shell.slots.inner}#guides`} here={guide.title} />
            {guide.isSample && <Sample />}
            <h1>{guide.title}</h1>
            <Byline author={guide.author} publishedAt={guide.publishedAt} updatedAt={guide.updatedAt} />
            <Disclosure hasPaidPlace={products.some((product) => product.isSponsored)} />
          </div>
        </header>
        <div className="wrap article">
          <QuickPicks products={products} />
          {(guide.image || guide.description) && (
            <div className="intro">
              {guide.image && <Picture image={guide.image} name={guide.title} shape="wide" />}
              {guide.description && <RichText html={guide.description} />}
            </div>
          )}
          <Comparison products={products} />
          <section aria-labelledby="products">
            <h2 id="products">
              {products.length > 0 ? `All ${count(products.length, 'product')} in order` : 'Products'}
            </h2>
            {products.length > 0 ? (
              <ol className="products">
                {products.map((product) => (
                  <ProductCard key={product.id} product={product} />
                ))}
              </ol>
            ) : (
              <p className="empty">
                <strong>No products yet.</strong> We are still comparing. They will appear here with their scores and
                prices.
              </p>
            )}
          </section>
        </div>
      </article>
      {guide.related.length > 0 && (
        <section className="wrap band" aria-labelledby="related">
          <div className="section-head">
            <h2 id="related">More guides</h2>
          </div>
          <GuideGrid guides={guide.related} />
        </section>
      )}
    </Document>
  );
}

function Sample() {
  return <p className="label">Sample: the brands and products on this page are invented</p>;
}
