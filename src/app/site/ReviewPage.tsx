import { BuyAction } from './BuyAction.tsx';
import { Byline } from './Byline.tsx';
import { Crumbs } from './Crumbs.tsx';
import { Deal } from './Deal.tsx';
import { Disclosure } from './Disclosure.tsx';
import { Document } from './Document.tsx';
import { GuideGrid } from './GuideGrid.tsx';
import { Icon } from './Icon.tsx';
import { excerpt } from './labels.ts';
import { Picture } from './Picture.tsx';
import { PriceLine } from './PriceLine.tsx';
import type { ReviewProps, Shell, Tested } from './props.ts';
import { ProsCons } from './ProsCons.tsx';
import { RichText } from './RichText.tsx';
import { Score } from './Score.tsx';
import { reviewData } from './structured-data.ts';

type Props = ReviewProps & { shell: Shell };

const TESTED: Record<Tested, readonly [title: string, text: string]> = {
  hands_on: ['Tested by us', 'We had this product in our hands and used it ourselves. The verdict rests on that use.'],
  research_only: [
    'Not tested by us',
    'We have not used this product ourselves. The verdict rests on its label, the terms of the shop and published sources.',
  ],
  expert_review: [
    'Judged by an expert',
    'A person with training in the field judged this product by its label and published sources. We have not used it ourselves.',
  ],
};

/** A review: the verdict in a box, how it was judged, the sections, the guides it appears in. */
export function ReviewPage({ shell, ...review }: Props) {
  const { product } = review;
  const out = `/out/review/${review.slug}`;
  const head = {
    title: review.title,
    description: review.metaDescription ?? (excerpt(review.verdict) || `${review.title}, by ${shell.brand}.`),
    path: `/offer-reviews/${review.slug}`,
    image: `/og/reviews/${review.slug}.png`,
    article: { publishedAt: review.publishedAt, updatedAt: review.updatedAt },
    isView: true,
    data: reviewData(review, shell),
  };
  const [testedTitle, testedText] = TESTED[review.tested];
  const buy = <BuyAction to={out} text="Check price" about={product.name} isAvailable={product.isAvailable} />;
  return (
    <Document shell={shell} head={head}>
      <article>
        <header className="title-block">
          <div className="wrap">
            <Crumbs section="Reviews" href={`/${shell.slots.inner}`} here={review.title} />
            {review.isSample && <p className="label">Sample: the brand and the product are invented</p>}
            <h1>{review.title}</h1>
            <Byline
              author={review.author}
              publishedAt={review.publishedAt}
              updatedAt={review.updatedAt}
              note={testedTitle}
            />
            <Disclosure />
          </div>
        </header>
        <div className="wrap article">
          <section className="card verdict" aria-labelledby="verdict">
            <Picture image={review.image} name={product.name} shape="square" />
            <div className="verdict-text">
              <h2 id="verdict">Our verdict</h2>
              <p className="soft">{product.brand ? `${product.name} by ${product.brand}` : product.name}</p>
              {review.verdict && <p className="lede">{review.verdict}</p>}
              <ProsCons pros={review.pros} cons={review.cons} level={3} />
            </div>
            <div className="product-buy">
              {review.score !== null && <Score score={review.score} label={`Score of ${product.name}`} />}
              {product.price && <PriceLine price={product.price} />}
              <Deal coupon={product.coupon} moneyBackDays={product.moneyBackDays} />
              {buy}
            </div>
          </section>
          <section className="tested">
            <Icon name={review.tested === 'research_only' ? 'info' : 'check'} />
            <div>
              <h2>{testedTitle}</h2>
              <p>{testedText}</p>
            </div>
          </section>
          {review.sections.map((section) => (
            <section key={section.heading} className="review-section">
              <h2>{section.heading}</h2>
              <RichText html={section.body} />
            </section>
          ))}
          {product.isAvailable && review.sections.length > 0 && <div className="end-cta">{buy}</div>}
        </div>
      </article>
      {review.guides.length > 0 && (
        <section className="wrap band" aria-labelledby="compared">
          <div className="section-head">
            <h2 id="compared">Guides to compare with</h2>
          </div>
          <GuideGrid guides={review.guides} />
        </section>
      )}
    </Document>
  );
}
