import { Day } from '../text/Day.tsx';
import type { Editorial } from '../props.ts';

type Props = { changes: Editorial['changes'] };

/** How many changes stand open; the older ones are folded away. */
const SHOWN = 3;

/** What was changed and when, the newest first. Nothing when nothing was noted. */
export function Changes({ changes }: Props) {
  if (changes.length === 0) return null;
  return (
    <section>
      <h2 id="changes">What changed</h2>
      <ChangeList changes={changes.slice(0, SHOWN)} />
      {changes.length > SHOWN && (
        <details className="fold">
          <summary>Earlier changes</summary>
          <ChangeList changes={changes.slice(SHOWN)} />
        </details>
      )}
    </section>
  );
}

function ChangeList({ changes }: Props) {
  return (
    <ul className="changes">
      {changes.map(({ on, note }) => (
        <li key={on + note}>
          <Day at={on} /> <span dir="auto">{note}</span>
        </li>
      ))}
    </ul>
  );
}
