import { creditedByGuides } from '../../../features/guides/server/reading.ts';
import type { PublicPerson } from '../../../features/people/contract.ts';
import { allPeople } from '../../../features/people/server/service.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { loadPictures, type PictureOf } from './pictures.server.ts';
import { pictureTags, type Shown } from './parts/shows.server.ts';
import type { Person } from '../props.ts';
import { creditedByReviews } from '../../../features/reviews/server/reading.ts';

/** A person as pages show them. @param picture knows the photo */
export const personOf = (person: PublicPerson, picture: PictureOf): Person => ({
  slug: person.slug,
  name: person.name,
  credentials: person.credentials,
  licenceUrl: person.licence_url,
  jobTitle: person.job_title,
  bio: person.bio,
  photo: picture(person.photo_url),
  sameAs: person.same_as,
  conflicts: person.conflicts_of_interest,
});

/** Those whom something that is public names, by name: nobody else is known to readers. */
export async function namedPeople(db: Db): Promise<PublicPerson[]> {
  const named = new Set([...(await creditedByGuides(db)), ...(await creditedByReviews(db))]);
  return (await allPeople(db)).filter((person) => named.has(person.id));
}

/** The same as pages show them. */
export async function loadPeople(db: Db): Promise<Shown<Person[]>> {
  const people = await namedPeople(db);
  const urls = people.map((person) => person.photo_url);
  const picture = await loadPictures(db, urls);
  return {
    props: people.map((person) => personOf(person, picture)),
    shows: ['people', 'guides', 'reviews', ...pictureTags(urls)],
  };
}
