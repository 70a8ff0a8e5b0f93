/** A place on the page, with those inside it. */
export type Place = { id: string; title: string; parts?: Place[] };

type Props = { places: Place[] };

/** The places of a long page; nothing when there are fewer than three. */
export function Contents({ places }: Props) {
  if (places.length < 3) return null;
  return (
    <nav className="contents" aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <PlaceList places={places} />
    </nav>
  );
}

function PlaceList({ places }: Props) {
  return (
    <ol>
      {places.map(({ id, title, parts }) => (
        <li key={id}>
          <a href={`#${id}`} dir="auto">
            {title}
          </a>
          {parts && parts.length > 0 && <PlaceList places={parts} />}
        </li>
      ))}
    </ol>
  );
}
