import { Document } from '../frame/Document.tsx';
import { Contours } from '../frame/Contours.tsx';
import { GuideGrid } from '../guides/GuideGrid.tsx';
import { HeroArt } from '../frame/HeroArt.tsx';
import { Icon } from '../frame/Icon.tsx';
import { Method } from '../guides/Method.tsx';
import { Pages } from '../text/Pages.tsx';
import type { HomeProps, Shell } from '../props.ts';
import { ReviewCard } from '../reviews/ReviewCard.tsx';
import { SearchForm } from '../frame/SearchForm.tsx';
import { useSite } from '../site-context.ts';
import { homeData } from '../structured-data.ts';
import { Topics } from '../guides/Topics.tsx';

type Props = HomeProps & { shell: Shell };

/** The front page: promise, search, topics, guides, how we work, latest reviews. */
export function HomePage({ shell, ...home }: Props) {
  const isFirst = home.page === 1;
  const head = {
    description: `Guides and reviews from ${shell.brand}: products for everyday health and wellness compared side by side, with dated prices and clear labels on every paid link.`,
    path: isFirst ? '/' : `/?page=${home.page}`,
    nav: '/',
    ...(isFirst && { data: homeData(shell) }),
  };
  return (
    <Document shell={shell} head={head}>
      {isFirst && <Hero />}
      {home.categories.length > 0 && (
        <div className="wrap topics-row">
          <Topics title="Topics" categories={home.categories} />
        </div>
      )}
      <section className="wrap band" id="guides" aria-labelledby="guides-title">
        <div className="section-head">
          {isFirst ? <h2 id="guides-title">Our guides</h2> : <h1 id="guides-title">Our guides, page {home.page}</h1>}
          {home.total > 0 && <p className="soft">Featured first, then the newest.</p>}
        </div>
        {home.total === 0 ? (
          <p className="empty">
            <strong>No guides yet.</strong> The first ones are being written. Please come back soon.
          </p>
        ) : (
          <GuideGrid guides={home.guides} hasLead={isFirst} level={isFirst ? 3 : 2} />
        )}
        <Pages path="/" page={home.page} pages={home.pages} />
      </section>
      {isFirst && <Method />}
      {home.reviews.length > 0 && (
        <section className="wrap band" id="reviews" aria-labelledby="reviews-title">
          <div className="section-head">
            <h2 id="reviews-title">Latest reviews</h2>
            <p className="soft">One product at a time, with what speaks against it.</p>
          </div>
          <ul className="grid reviews">
            {home.reviews.map((review) => (
              <ReviewCard key={review.slug} review={review} />
            ))}
          </ul>
        </section>
      )}
    </Document>
  );
}

function Hero() {
  const { disclosure, slots } = useSite();
  return (
    <section className="hero">
      <Contours name="hero-hill" />
      <div className="wrap">
        <div className="hero-text">
          <p className="kicker">Health &amp; Wellness Guides</p>
          <h1>Good choices for everyday health start with a clear comparison.</h1>
          <SearchForm id="hero-search" label="Guides and reviews" />
          <p className="hero-note">
            <Icon name="info" />
            <span>
              {disclosure} <a href={`/about${slots.inner}#money`}>How we make money</a>
            </span>
          </p>
        </div>
        <HeroArt />
      </div>
    </section>
  );
}
