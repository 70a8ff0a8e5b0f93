import { READ_DEPTHS, type CtaPlace } from '../../../features/events/contract.ts';
import { Alternatives } from '../products/Alternatives.tsx';
import { BuyAction } from '../buying/BuyAction.tsx';
import { BuyBar } from '../buying/BuyBar.tsx';
import { Byline } from '../text/Byline.tsx';
import { Changes } from '../guides/Changes.tsx';
import { Contents, type Place } from '../guides/Contents.tsx';
import { Crumbs } from '../frame/Crumbs.tsx';
import { Disclosure } from '../frame/Disclosure.tsx';
import { Document } from '../frame/Document.tsx';
import { Faq } from '../text/Faq.tsx';
import { GuideGrid } from '../guides/GuideGrid.tsx';
import { excerpt } from '../labels.ts';
import { reviewPath } from '../paths.ts';
import { People } from '../text/People.tsx';
import { Picture } from '../text/Picture.tsx';
import type { ReviewProps, Shell } from '../props.ts';
import { ReviewFacts } from '../reviews/ReviewFacts.tsx';
import { RichText } from '../text/RichText.tsx';
import { Sources } from '../text/Sources.tsx';
import { reviewData } from '../structured-data.ts';
import { TestedStatement, testedTitle } from '../reviews/Tested.tsx';
import { Verdict } from '../reviews/Verdict.tsx';

type Props = ReviewProps & { shell: Shell };

const BUTTON = 'Check price';

/** A review: the verdict in a box, how it was judged, the facts, the sections, other products, grounds and people. */
export function ReviewPage({ shell, ...review }: Props) {
  const { product } = review;
  const out = `/out/review/${review.slug}`;
  const head = {
    title: review.metaTitle ?? review.title,
    description: review.metaDescription ?? (excerpt(review.verdict) || `${review.title}, by ${shell.brand}.`),
    path: reviewPath(review.slug),
    hidden: review.isHidden,
    image: `/og/reviews/${review.slug}.png`,
    article: { publishedAt: review.publishedAt, updatedAt: review.updatedAt },
    isView: true,
    data: reviewData(review, shell),
  };
  const buy = (place: CtaPlace) => (
    <BuyAction to={out} text={BUTTON} about={product.name} isAvailable={product.isAvailable} place={place} />
  );
  return (
    <Document shell={shell} head={head}>
      <article>
        <header className="title-block">
          <div className="wrap">
            <Crumbs section="Reviews" href={`/${shell.slots.inner}#reviews`} here={review.title} />
            {review.isSample && <p className="label">Sample: the brand and the product are invented</p>}
            <h1 dir="auto">{review.title}</h1>
            <Byline
              author={review.authorName}
              person={review.author}
              reviewer={review.reviewer}
              reviewedAt={review.reviewedAt}
              publishedAt={review.publishedAt}
              updatedAt={review.updatedAt}
              note={testedTitle(review.tested)}
              hasChanges={review.changes.length > 0}
            />
            <Disclosure />
          </div>
        </header>
        <div className="wrap article">
          <Verdict review={review} buy={buy('verdict')} />
        </div>
        <div className="review-rest">
          <div className="wrap article with-contents">
            <Contents places={placesOf(review)} />
            <div className="article">
              <div className="article review-text">
                <TestedStatement tested={review.tested} />
                <ReviewFacts product={product} />
                {review.sections.map((section, i) => (
                  <section key={section.heading} className="review-section">
                    <h2 id={`part-${i + 1}`}>{section.heading}</h2>
                    <RichText html={section.body} />
                  </section>
                ))}
                <Gallery review={review} />
                {READ_DEPTHS.map((depth) => (
                  <span key={depth} data-depth={depth} />
                ))}
              </div>
              {product.isAvailable && review.sections.length > 0 && <div className="end-cta">{buy('end')}</div>}
              <Alternatives alternatives={review.alternatives} />
              <Faq entries={review.faq} />
              <Sources sources={review.sources} />
              <People author={review.author} reviewer={review.reviewer} />
              <Changes changes={review.changes} />
            </div>
          </div>
          {product.isAvailable && <BuyBar to={out} text={BUTTON} name={product.name} score={review.score} />}
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

function Gallery({ review: { gallery, product } }: { review: ReviewProps }) {
  if (gallery.length === 0) return null;
  return (
    <section aria-labelledby="gallery">
      <h2 id="gallery">Pictures</h2>
      <ul className="gallery">
        {gallery.map((image) => (
          <li key={image.src}>
            <Picture image={image} name={product.name} shape="wide" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The parts of the page, in its order. */
function placesOf(review: ReviewProps): Place[] {
  const { brand, attributes, moneyBackDays, shippingNote } = review.product;
  const hasFacts = Boolean(brand ?? moneyBackDays ?? shippingNote) || Object.keys(attributes).length > 0;
  const places: (Place | false)[] = [
    { id: 'verdict', title: 'Our verdict' },
    hasFacts && { id: 'facts', title: 'Key facts' },
    ...review.sections.map((section, i) => ({ id: `part-${i + 1}`, title: section.heading })),
    review.gallery.length > 0 && { id: 'gallery', title: 'Pictures' },
    review.alternatives.length > 0 && { id: 'alternatives', title: 'Alternatives' },
    review.faq.length > 0 && { id: 'faq', title: 'Questions and answers' },
    review.sources.length > 0 && { id: 'sources', title: 'Sources' },
    review.changes.length > 0 && { id: 'changes', title: 'What changed' },
  ];
  return places.filter((place) => place !== false);
}
