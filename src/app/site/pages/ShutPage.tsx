import { Contours } from '../frame/Contours.tsx';
import { Disclosure } from '../frame/Disclosure.tsx';
import { Document } from '../frame/Document.tsx';
import { PaidLink } from '../buying/PaidLink.tsx';
import { guidePath, reviewPath } from '../paths.ts';
import type { Shell, ShutOther, ShutProps } from '../props.ts';
import { shutSentence } from '../shut-words.ts';
import { useSite } from '../site-context.ts';

type Props = ShutProps & { shell: Shell };

/** In place of a way out that takes other readers only: why, and what else the page that they came from has. */
export function ShutPage({ shell, ...shut }: Props) {
  const { name, from, others } = shut;
  const why = shutSentence(shut);
  const hasButtons = from?.kind === 'guide' && others.some((other) => other.isOpen);
  return (
    <Document shell={shell} head={{ title: `${name} is not open to you now`, description: why, hidden: true }}>
      <div className="problem shut">
        <Contours name="problem-hill" />
        <div className="wrap">
          <h1>
            We cannot take you to <bdi>{name}</bdi>
          </h1>
          <p className="lede">{why}</p>
          <p className="actions">
            {from && (
              <a className="button" href={`${backTo(from)}${shell.slots.inner}`}>
                Back to the {from.kind}
              </a>
            )}
            <a className="button quiet" href={`/${shell.slots.inner}#guides`}>
              Browse guides
            </a>
          </p>
        </div>
      </div>
      {others.length > 0 && (
        <div className="wrap page">
          {hasButtons && <Disclosure hasPaidPlace={others.some((other) => other.isSponsored)} />}
          <section className="picks others" aria-labelledby="others">
            <h2 id="others">
              {from?.kind === 'guide' ? (
                <>
                  Other products in <bdi>{from.guide.title}</bdi>
                </>
              ) : (
                'Alternatives'
              )}
            </h2>
            <ul>
              {others.map((other) => (
                <Other key={other.itemId} other={other} hasButton={from?.kind === 'guide'} />
              ))}
            </ul>
          </section>
        </div>
      )}
    </Document>
  );
}

const backTo = (from: NonNullable<ShutProps['from']>): string =>
  from.kind === 'guide' ? guidePath(from.guide) : reviewPath(from.slug);

/** @param hasButton as on the page itself: a guide's products have one, the alternatives of a review lead to their guide */
function Other({ other, hasButton }: { other: ShutOther; hasButton: boolean }) {
  const { slots } = useSite();
  const { itemId, name, badge, guide, isOpen, standIn } = other;
  return (
    <li className="pick">
      <div className="pick-name">
        {badge && (
          <span className="kicker" dir="auto">
            {badge}
          </span>
        )}{' '}
        <a href={`${guidePath(guide)}${slots.inner}#p${itemId}`}>
          <bdi>{name}</bdi>
        </a>{' '}
        {other.isSponsored && <span className="label">Paid placement</span>}{' '}
        {standIn && (
          <small className="soft">
            Not available, leads to <bdi>{standIn}</bdi>
          </small>
        )}
        {!hasButton && (
          <small className="soft">
            Compared in <bdi>{guide.title}</bdi>
          </small>
        )}
      </div>
      {!isOpen && <span className="soft pick-none">Not open to you now</span>}
      {isOpen && hasButton && <PaidLink to={`/out/${itemId}`} text={other.ctaText} about={standIn ?? name} />}
    </li>
  );
}
