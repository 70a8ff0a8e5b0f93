import { useSite } from '../site-context.ts';

const STEPS = [
  ['Compared on the same terms', 'Every product in a guide is held against the same questions.'],
  [
    'What speaks against it, too',
    'A product has drawbacks, or we have not looked closely enough. They stand on its card.',
  ],
  [
    'Prices carry a date',
    'You see when a price was last checked. An old one is marked, and a very old one is not shown at all.',
  ],
  [
    'Paid links say so',
    'Each link that can earn us money is labelled beside the button, and so is every paid placement.',
  ],
] as const;

/** How guides and reviews are made, in four steps. */
export function Method() {
  const { slots } = useSite();
  return (
    <section className="method" aria-labelledby="method-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="method-title">How we work</h2>
          <a href={`/about${slots.inner}#editorial`}>The whole method</a>
        </div>
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
