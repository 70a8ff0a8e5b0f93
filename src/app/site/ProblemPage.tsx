import { Contours } from './Contours.tsx';
import { Document } from './Document.tsx';
import { GuideGrid } from './GuideGrid.tsx';
import type { ProblemProps, Shell } from './props.ts';
import { SearchForm } from './SearchForm.tsx';
import { useSite } from './site-context.ts';

type Props = ProblemProps & { shell: Shell };

const WORDS: Record<ProblemProps['status'], readonly [title: string, text: string]> = {
  400: ['We could not read that', 'What your browser sent was not complete, or too large. Go back and try again.'],
  404: [
    'We could not find that page',
    'The address may be mistyped, or the page never existed. Search for it, or start from the guides.',
  ],
  410: [
    'This page has been retired',
    'It was here once and has been taken down for good, because we no longer stand behind its content. Newer guides may answer the same question.',
  ],
  429: [
    'One moment, please',
    'There have been many requests from your network in a short time. Wait a few minutes and try again.',
  ],
  500: [
    'Something went wrong on our side',
    'The page could not be made. It is not your fault, and we have written the error down. Please try again in a minute.',
  ],
  503: ['We will be right back', 'Part of the site is resting for a moment. Please try again in a minute.'],
};

/** A page that could not be given, saying why and where to go on. */
export function ProblemPage({ shell, status, requestId, guides }: Props) {
  const [title, text] = WORDS[status];
  const isLost = status === 404 || status === 410;
  return (
    <Document shell={shell} head={{ title, description: text, hidden: true }}>
      <div className="problem">
        <Contours name="problem-hill" />
        <div className="wrap">
          <p className="board problem-code">{status}</p>
          <h1>{title}</h1>
          <p className="lede">{text}</p>
          {isLost && <SearchForm id="page-search" label="Guides and reviews" />}
          <Actions />
          {requestId && (
            <p className="soft">
              Error reference: <code>{requestId}</code>. Name it when you write to us, and we will find what happened.
            </p>
          )}
        </div>
      </div>
      {guides.length > 0 && (
        <section className="wrap band" aria-labelledby="ways-on-title">
          <div className="section-head">
            <h2 id="ways-on-title">Read one of these instead</h2>
          </div>
          <GuideGrid guides={guides} isShort />
        </section>
      )}
    </Document>
  );
}

function Actions() {
  const { slots } = useSite();
  return (
    <p className="actions">
      <a className="button" href={`/${slots.inner}#guides`}>
        Browse guides
      </a>
      <a className="button quiet" href={`/contact${slots.inner}`}>
        Contact us
      </a>
    </p>
  );
}
