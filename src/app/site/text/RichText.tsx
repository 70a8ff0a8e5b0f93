import { useSite } from '../site-context.ts';

type Props = { html: string };

/** Text of the editor. @param html cleaned by the sanitiser after it was read from the store, never as it came */
export function RichText({ html }: Props) {
  const { slots } = useSite();
  // links to shops carry the token of the view, so that a click in the text is known like any other
  const filled = html
    .replace(/href="(\/out\/[\w/-]+)"/g, `href="$1?v=${slots.token}"`)
    // what is too wide moves in its own box, never the page
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
  return <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: filled }} />;
}
