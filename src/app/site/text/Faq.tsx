import type { Editorial } from '../props.ts';

type Props = { entries: Editorial['faq'] };

/** Questions that open to their answers; a search in the page opens them too. Nothing when there are none. */
export function Faq({ entries }: Props) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h2 id="faq">Questions and answers</h2>
      {entries.map(({ question, answer }) => (
        <details key={question} className="fold">
          <summary dir="auto">{question}</summary>
          <p className="lines" dir="auto">
            {answer}
          </p>
        </details>
      ))}
    </section>
  );
}
