import { Document } from './Document.tsx';
import { GuideGrid } from './GuideGrid.tsx';
import { HeroArt } from './HeroArt.tsx';
import { Pages } from './Pages.tsx';
import type { HomeProps, Shell } from './props.ts';
import { ReviewCard } from './ReviewCard.tsx';
import { SearchForm } from './SearchForm.tsx';
import { useSite } from './site-context.ts';

type Props = HomeProps & { shell: Shell };

/** The front page: promise, search, guides, how we work, latest reviews. */
export function HomePage({ shell, ...home }: Props) {
  const path = home.page > 1 ? `/?page=${home.page}` : '/';
  const head = {
    description: `Guides and reviews from ${shell.brand}: products for everyday health and wellness compared side by side, with dated prices and clear labels on every paid link.`,
    path,
    nav: '/',
  };
  return (
    <Document shell={shell} head={head}>
      {home.page === 1 && <Hero />}
      <section className="wrap band" id="guides" aria-labelledby="guides-title">
        <div className="section-head">
          {home.page === 1 ? (
            <h2 id="guides-title">Our guides</h2>
          ) : (
            <h1 id="guides-title">Our guides, page {home.page}</h1>
          )}
          {home.total > 0 && <p className="soft">Featured first, then the newest.</p>}
        </div>
        {home.total === 0 ? (
          <p className="empty">
            <strong>No guides yet.</strong> The first ones are being written. Please come back soon.
          </p>
        ) : (
          <GuideGrid guides={home.guides} hasLead={home.page === 1} level={home.page === 1 ? 3 : 2} />
        )}
        <Pages page={home.page} pages={home.pages} />
      </section>
      {home.page === 1 && <Method />}
      {home.page === 1 && home.reviews.length > 0 && (
        <section className="wrap band" aria-labelledby="reviews-title">
          <div className="section-head">
            <h2 id="reviews-title">Latest reviews</h2>
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
      <div className="wrap">
        <div className="hero-text">
          <p className="kicker">Health &amp; Wellness Guides</p>
          <h1>Good choices for everyday health start with a clear comparison.</h1>
          <SearchForm id="hero-search" label="Guides and reviews" />
          <p className="soft">
            {disclosure} <a href={`/about${slots.inner}#money`}>How we make money</a>
          </p>
        </div>
        <HeroArt />
      </div>
    </section>
  );
}

const STEPS = [
  ['Compared on the same terms', 'Every product in a guide is held against the same questions.'],
  [
    'Prices carry a date',
    'You see when a price was last checked. An old one is marked, and a very old one is not shown at all.',
  ],
  [
    'Paid links say so',
    'Each link that can earn us money is labelled beside the button, and so is every paid placement.',
  ],
] as const;

function Method() {
  return (
    <section className="method" aria-labelledby="method-title">
      <div className="wrap">
        <h2 id="method-title">How we work</h2>
        <ol>
          {STEPS.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
