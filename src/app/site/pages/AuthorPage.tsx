import { Crumbs } from '../frame/Crumbs.tsx';
import { Document } from '../frame/Document.tsx';
import { GuideGrid } from '../guides/GuideGrid.tsx';
import { count, excerpt } from '../labels.ts';
import { Pages } from '../text/Pages.tsx';
import { authorPath } from '../paths.ts';
import { Picture } from '../text/Picture.tsx';
import type { AuthorProps, Person, ReviewCard as ReviewCardProps, Shell } from '../props.ts';
import { ReviewCard } from '../reviews/ReviewCard.tsx';
import { authorData } from '../structured-data.ts';

type Props = AuthorProps & { shell: Shell };

/** Somebody who writes or checks here: what stands behind the name, and what it stands under. */
export function AuthorPage({ shell, person, page, pages, total, ...works }: Props) {
  const { slug, name, credentials, jobTitle } = person;
  const path = authorPath(slug);
  const head = {
    title: page > 1 ? `${name}, page ${page}` : name,
    description: person.bio ? excerpt(person.bio) : `${name}${jobTitle ? `, ${jobTitle}` : ''} at ${shell.brand}.`,
    path: page > 1 ? `${path}?page=${page}` : path,
    data: authorData({ person }, shell),
  };
  return (
    <Document shell={shell} head={head}>
      <header className="title-block">
        <div className="wrap">
          <Crumbs section="About" href={`/about${shell.slots.inner}#people`} here={name} />
          <div className="author">
            <Picture image={person.photo} name={name} shape="square" isFirst sizes="160px" />
            <div>
              <h1 dir="auto">{name}</h1>
              {(credentials || jobTitle) && (
                <p className="author-role">
                  {credentials && <span className="badge">{credentials}</span>}
                  {jobTitle && <span dir="auto">{jobTitle}</span>}
                </p>
              )}
              {person.bio && (
                <p className="lines" dir="auto">
                  {person.bio}
                </p>
              )}
            </div>
          </div>
        </div>
      </header>
      <div className="wrap article">
        <Facts person={person} />
        {total > 0 && (
          <section id="guides" aria-labelledby="guides-title">
            <div className="section-head">
              <h2 id="guides-title">{page > 1 ? `Guides, page ${page}` : 'Guides'}</h2>
              <p className="soft">{count(total, 'guide')} written</p>
            </div>
            <GuideGrid guides={works.guides} />
            <Pages path={path} page={page} pages={pages} />
          </section>
        )}
        {page === 1 && (
          <>
            <Reviews id="reviews" title="Reviews" reviews={works.reviews} />
            {works.checkedGuides.length > 0 && (
              <section aria-labelledby="checked-guides">
                <div className="section-head">
                  <h2 id="checked-guides">Guides checked</h2>
                </div>
                <GuideGrid guides={works.checkedGuides} />
              </section>
            )}
            <Reviews id="checked-reviews" title="Reviews checked" reviews={works.checkedReviews} />
          </>
        )}
      </div>
    </Document>
  );
}

function Reviews({ id, title, reviews }: { id: string; title: string; reviews: ReviewCardProps[] }) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
      </div>
      <ul className="grid reviews">
        {reviews.map((review) => (
          <ReviewCard key={review.slug} review={review} />
        ))}
      </ul>
    </section>
  );
}

/** How a reader can check the person, and what the person has to say of their interests. */
function Facts({ person }: { person: Person }) {
  return (
    <dl className="facts card">
      {person.licenceUrl && (
        <div>
          <dt>Licence</dt>
          <dd>
            <Outside url={person.licenceUrl} />
          </dd>
        </div>
      )}
      {person.sameAs.length > 0 && (
        <div>
          <dt>Elsewhere</dt>
          <dd>
            {person.sameAs.map((url) => (
              <Outside key={url} url={url} />
            ))}
          </dd>
        </div>
      )}
      <div>
        <dt>Conflicts of interest</dt>
        <dd>{person.conflicts ?? 'None stated.'}</dd>
      </div>
    </dl>
  );
}

/** A link by its address, since nothing else is known of the page behind it. */
function Outside({ url }: { url: string }) {
  return (
    <a className="outside" href={url} rel="nofollow noopener">
      {url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
    </a>
  );
}
