import { Byline } from '../text/Byline.tsx';
import { Changes } from '../guides/Changes.tsx';
import { Comparison } from '../products/Comparison.tsx';
import { Contents } from '../guides/Contents.tsx';
import { Crumbs } from '../frame/Crumbs.tsx';
import { Disclosure } from '../frame/Disclosure.tsx';
import { Document } from '../frame/Document.tsx';
import { Faq } from '../text/Faq.tsx';
import { placesOf } from '../guides/guide-places.ts';
import { GuideGrid } from '../guides/GuideGrid.tsx';
import { HowWePicked } from '../guides/HowWePicked.tsx';
import { count } from '../labels.ts';
import { categoryPath, guidePath } from '../paths.ts';
import { People } from '../text/People.tsx';
import { Picture } from '../text/Picture.tsx';
import type { GuideProps, Shell } from '../props.ts';
import { QuickPicks } from '../products/QuickPicks.tsx';
import { RankedProducts } from '../products/RankedProducts.tsx';
import { RichText } from '../text/RichText.tsx';
import { Sources } from '../text/Sources.tsx';
import { guideData } from '../structured-data.ts';
import { testedTitle } from '../reviews/Tested.tsx';

type Props = GuideProps & { shell: Shell };

/** A guide: who wrote it, how we earn, the picks, the ranked products, on what grounds they stand in this order. */
export function GuidePage({ shell, ...guide }: Props) {
  const { products } = guide;
  const head = {
    title: guide.metaTitle ?? guide.title,
    description:
      guide.metaDescription ??
      (guide.excerpt || `${guide.title}: ${count(products.length, 'product')} compared by ${shell.brand}.`),
    path: guidePath(guide),
    hidden: guide.isHidden,
    image: `/og/guides/${guide.id}.png`,
    article: { publishedAt: guide.publishedAt, updatedAt: guide.updatedAt },
    isView: true,
    isLight: true,
    data: guideData(guide, shell),
  };
  return (
    <Document shell={shell} head={head}>
      <article>
        <Title guide={guide} shell={shell} />
        <div className="wrap article">
          <QuickPicks products={products} />
          {(guide.image || guide.intro) && (
            <div className="intro">
              {guide.image && (
                <Picture
                  image={guide.image}
                  name={guide.title}
                  shape="wide"
                  isFirst={products.length < 2}
                  sizes="(min-width: 900px) 420px, 100vw"
                />
              )}
              {guide.intro && <RichText html={guide.intro} />}
            </div>
          )}
          <Comparison products={products} />
        </div>
        <div className="wrap reading">
          <Contents places={placesOf(guide)} />
          <div className="article">
            <RankedProducts products={products} />
            <HowWePicked guide={guide} />
            {guide.parts.map(({ id, title, html }) => (
              <section key={id}>
                <h2 id={id}>{title}</h2>
                {html && <RichText html={html} />}
              </section>
            ))}
            <Faq entries={guide.faq} />
            <Sources sources={guide.sources} />
            <People author={guide.author} reviewer={guide.reviewer} />
            <Changes changes={guide.changes} />
          </div>
        </div>
      </article>
      {guide.related.length > 0 && (
        <section className="wrap band">
          <div className="section-head">
            <h2>More guides</h2>
          </div>
          <GuideGrid guides={guide.related} isShort />
        </section>
      )}
    </Document>
  );
}

function Title({ guide, shell: { slots } }: { guide: GuideProps; shell: Shell }) {
  const { category } = guide;
  return (
    <header className="title-block">
      <div className="wrap">
        <Crumbs
          section="Guides"
          href={`/${slots.inner}#guides`}
          via={category ? { name: category.name, href: categoryPath(category.slug) + slots.inner } : undefined}
          here={guide.title}
        />
        {guide.isSample && <p className="label">Sample: the brands and products on this page are invented</p>}
        <h1 dir="auto">{guide.title}</h1>
        {guide.lede && (
          <p className="lede" dir="auto">
            {guide.lede}
          </p>
        )}
        <Byline
          author={guide.authorName}
          person={guide.author}
          reviewer={guide.reviewer}
          reviewedAt={guide.reviewedAt}
          publishedAt={guide.publishedAt}
          updatedAt={guide.updatedAt}
          note={testedTitle(guide.tested)}
          hasChanges={guide.changes.length > 0}
        />
        <Disclosure hasPaidPlace={guide.products.some((product) => product.isSponsored)} />
      </div>
    </header>
  );
}
