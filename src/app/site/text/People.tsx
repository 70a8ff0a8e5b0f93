import { PersonName } from './PersonName.tsx';
import { Picture } from './Picture.tsx';
import type { Person } from '../props.ts';

type Props = { author: Person | null; reviewer: Person | null };

/** Who wrote it and who checked it, with what they say of their interests. Nothing when nobody with a page did. */
export function People({ author, reviewer }: Props) {
  if (!author && !reviewer) return null;
  return (
    <section>
      <h2 id="people">Who made this page</h2>
      <div className="people">
        {author && <PersonBox person={author} role={author.slug === reviewer?.slug ? 'Wrote and reviewed' : 'Wrote'} />}
        {reviewer && reviewer.slug !== author?.slug && <PersonBox person={reviewer} role="Reviewed" />}
      </div>
    </section>
  );
}

function PersonBox({ person, role }: { person: Person; role: string }) {
  return (
    <div className="card person">
      <Picture image={person.photo} name={person.name} shape="square" sizes="72px" />
      <div>
        <p className="kicker">{role} this page</p>
        <h3>
          <PersonName person={person} />
        </h3>
        {person.jobTitle && (
          <p className="soft" dir="auto">
            {person.jobTitle}
          </p>
        )}
      </div>
      {person.bio && (
        <p className="lines" dir="auto">
          {person.bio}
        </p>
      )}
      <p className="soft">
        Conflicts of interest: <span dir="auto">{person.conflicts ?? 'none stated'}</span>
        {person.licenceUrl && (
          <>
            <br />
            <a href={person.licenceUrl} rel="nofollow noopener">
              Check the licence<span className="hidden"> of {person.name}</span>
            </a>
          </>
        )}
      </p>
    </div>
  );
}
