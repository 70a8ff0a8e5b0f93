import { Contours } from '../frame/Contours.tsx';
import { Document } from '../frame/Document.tsx';
import { GuideGrid } from '../guides/GuideGrid.tsx';
import type { ProblemProps, Shell } from '../props.ts';
import { SearchForm } from '../frame/SearchForm.tsx';
import { useSite } from '../site-context.ts';

type Props = ProblemProps & { shell: Shell };

type Words = readonly [title: string, text: string];

const UNREADABLE: Words = [
  'We could not read that',
  'The address, or what your browser sent, was damaged on its way. Go back and try again, or start from the guides.',
];
const BROKEN: Words = [
  'Something went wrong on our side',
  'The page could not be made. It is not your fault, and we have written the error down. Please try again in a minute.',
];

const WORDS: Readonly<Record<number, Words>> = {
  404: [
    'We could not find that page',
    'The address may be mistyped, or the page never existed. Search for it, or start from the guides.',
  ],
  405: ['That cannot be sent here', 'This address takes nothing of that kind. Go back, or start from the guides.'],
  408: ['That took too long', 'What your browser sent did not arrive in time. Check your connection and try again.'],
  410: [
    'This page has been retired',
    'It was here once and has been taken down for good, because we no longer stand behind its content. Newer guides may answer the same question.',
  ],
  413: ['That is too large', 'What you sent is larger than we can take. Go back, shorten it and send it again.'],
  414: [
    'That address is too long',
    'No page here has an address of that length. Something was added to it on its way: search for the page, or start from the guides.',
  ],
  415: ['We could not read that form', 'It came in a form that we do not know. Go back and send it from its own page.'],
  429: [
    'One moment, please',
    'There have been many requests from your network in a short time. Wait a few minutes and try again.',
  ],
  431: [
    'Your browser sent too much along',
    'Mostly these are old cookies. Delete the cookies of this site in your browser, then try again.',
  ],
  503: ['We will be right back', 'Part of the site is resting for a moment. Please try again in a minute.'],
};

const wordsOf = (status: number): Words => WORDS[status] ?? (status < 500 ? UNREADABLE : BROKEN);

/** A page that could not be given, saying why and where to go on. */
export function ProblemPage({ shell, status, requestId, guides }: Props) {
  const [title, text] = wordsOf(status);
  const isLost = [404, 410, 414].includes(status);
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
