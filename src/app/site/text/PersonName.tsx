import type { Person } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { person: Person };

/** A name that leads to the page of the person, with what stands behind it. */
export function PersonName({ person }: Props) {
  const { slots } = useSite();
  return (
    <>
      <a href={`/authors/${person.slug}${slots.inner}`} dir="auto">
        {person.name}
      </a>
      {person.credentials && `, ${person.credentials}`}
    </>
  );
}
