import { CardTitle } from '../text/CardTitle.tsx';
import { guidePath } from '../paths.ts';
import { Picture } from '../text/Picture.tsx';
import type { Alternative } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { alternatives: Alternative[] };

/** Other products of the guides that hold this one; each leads to its place in the guide. Nothing when there are none. */
export function Alternatives({ alternatives }: Props) {
  const { slots } = useSite();
  if (alternatives.length === 0) return null;
  return (
    <section aria-labelledby="alternatives">
      <h2 id="alternatives">Alternatives</h2>
      <ul className="alternatives">
        {alternatives.map(({ itemId, name, brand, summary, score, image, guide }) => (
          <li key={itemId} className="card review">
            <Picture image={image} name={name} shape="square" sizes="128px" />
            <div className="card-body">
              <h3>
                <CardTitle to={`${guidePath(guide)}${slots.inner}#p${itemId}`} title={name} />
              </h3>
              {brand && (
                <p className="soft">
                  by <bdi>{brand}</bdi>
                </p>
              )}
              {summary && (
                <p className="excerpt" dir="auto">
                  {summary}
                </p>
              )}
              <p className="meta">
                {score !== null && (
                  <span>
                    <span className="hidden">Score </span>
                    <strong>{score.toFixed(1)}</strong> / 10
                  </span>
                )}
                <span>
                  Compared in <bdi>{guide.title}</bdi>
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
