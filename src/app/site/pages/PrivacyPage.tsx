import type { BehaviourEvent, VisitorFacts } from '../../../features/events/contract.ts';
import { Document } from '../frame/Document.tsx';
import { count } from '../labels.ts';
import { OptOut } from '../frame/OptOut.tsx';
import type { PrivacyProps, Shell } from '../props.ts';

type Props = PrivacyProps & { shell: Shell };

/** In words, what is counted: a kind of event that is added to the program must be added here. */
const COUNTED: Record<BehaviourEvent['type'], string> = {
  visit: 'an arrival through an advertisement or another link of ours',
  view: 'a guide or a review that is opened',
  impression: 'a product card that comes into view',
  read: 'a quarter of a review’s text that comes into view',
  cta_impression: 'a button of a review that comes into view',
  cta_view: 'the first such button of a page that comes into view',
  click: 'a paid link that is followed',
};

/** What is noted of a reader with each; the marks that sort events are told apart below. */
const NOTED: Record<
  Exclude<
    keyof VisitorFacts,
    'is_bot' | 'bot_reason' | 'is_internal' | 'region' | 'os_version' | 'browser_version' | 'crawler'
  >,
  string
> = {
  country: 'the country, looked up in a file on our own computer',
  city: 'the region and the city, where that file has them',
  device: 'the kind of device',
  os: 'its operating system and the version of it',
  browser: 'the browser and the first number of its version',
  language: 'the first language that the browser asks for',
  referrer_host: 'the name of the site that sent you, without the page',
  visitor: 'a visitor code that changes each day',
};

/** What is counted, what is passed on and how long it is kept, from the settings and the code that counts. */
export function PrivacyPage({ shell, clickRetentionDays, logRetentionDays, contactRetentionDays, choice }: Props) {
  const { brand, contactEmail } = shell;
  const head = {
    title: 'Privacy',
    description: `What ${brand} counts, what it passes on, how long it keeps it, and what it never does.`,
    path: '/privacy',
  };
  const kept: [what: string, howLong: string][] = [
    ['Single clicks and arrivals, with their numbers', count(clickRetentionDays, 'day')],
    ['Messages between us and networks', count(logRetentionDays, 'day')],
    ['What you write to us', count(contactRetentionDays, 'day')],
    ['The day’s random value', 'until about a day after its own day is over'],
    ['Reported sales (number, amount, time)', 'as long as accounting law asks'],
    ['The list of counted events, without an address', 'as long as it helps to compare years'],
  ];
  return (
    <Document shell={shell} head={head}>
      <header className="title-block">
        <div className="wrap">
          <h1>Privacy</h1>
          <p className="lede">
            You can read {brand} without an account, without a cookie banner and without being followed around the web.
            This page says exactly what we count and why.
          </p>
        </div>
      </header>
      <div className="wrap page">
        <div className="prose">
          <h2>In short</h2>
          <ul>
            <li>Reading this site sets no cookies and stores nothing else in your browser.</li>
            <li>No scripts, pixels or fonts of other companies are part of our pages.</li>
            <li>Your network address is never written to our database or our logs.</li>
            <li>When you follow a paid link, the shop’s network gets a random number for that click, not your name.</li>
            <li>
              You can <a href="#choice">ask not to be counted</a> at all.
            </li>
          </ul>
          <Counted />
          <h2>Global Privacy Control</h2>
          <p>
            If your browser sends the Global Privacy Control signal, we make no visitor code and store no advertising
            click numbers for you. Pages and links work as they do for everybody.{' '}
            {choice.hasSignal ? (
              <strong>Your browser sends the signal.</strong>
            ) : (
              'Your browser does not send the signal at present.'
            )}
          </p>
          <h2 id="choice">Your choice</h2>
          <OptOut isOptedOut={choice.isOptedOut} />
          <h2>How long we keep it</h2>
          <dl className="facts">
            {kept.map(([what, howLong]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{howLong}</dd>
              </div>
            ))}
          </dl>
          <Rights contactEmail={contactEmail} />
        </div>
      </div>
    </Document>
  );
}

function Counted() {
  return (
    <>
      <h2>What we count</h2>
      <p>We count, on our own computer and with no service of anybody else:</p>
      <List items={Object.values(COUNTED)} />
      <p>With each of these we note the time, the page, and:</p>
      <List items={Object.values(NOTED)} />
      <p>
        We also note campaign words in the address, such as <code>utm_source</code>. If you came through an
        advertisement, we keep the click number that the advertiser added to the address, so that we can tell it when
        its advertisement led to a sale. Robots, and pages that a browser fetches ahead, are marked as such and left out
        of every count.
      </p>
      <h2>The visitor code</h2>
      <p>
        To tell how many different people came on one day, we mix your network address and your browser’s description
        with a random value (HMAC-SHA-256; of an IPv6 address only the network part is used). A part of the result is
        the code. The random value is replaced at midnight UTC and then destroyed, so a code from today cannot be
        connected with one from another day, and cannot be turned back into an address. The address itself is used in
        memory only, also to stop floods of messages and searches.
      </p>
      <h2>What we pass on</h2>
      <p>
        A paid link leads through our own address to the shop. There it carries a random click number; depending on the
        network it may also carry campaign words and some of the facts above, but never the visitor code. If you buy,
        the network of the shop reports the number and an amount back to us; this is how we are paid. When your visit
        began with an advertisement, we report the sale to the advertising platform under its own click number. Your
        browser does not tell the shop which page you came from. What the shop itself collects is described in its own
        privacy notice.
      </p>
    </>
  );
}

function Rights({ contactEmail }: Pick<Shell, 'contactEmail'>) {
  return (
    <>
      <h2>When you write to us</h2>
      <p>
        The contact form stores your name, your e-mail address and your message, so that we can answer. Nobody else gets
        them. Ask us to delete them and we will delete them for good.
      </p>
      <h2>Health</h2>
      <p>
        Which guide a person reads can say something about that person’s health. That is why we keep no profile of
        readers, show no advertisements chosen by what you read, and sell no data.
      </p>
      <h2>Your rights</h2>
      <p>
        Depending on where you live, you can ask what is stored about you, have it corrected or deleted, object to its
        use, and complain to a data protection authority. Because we do not know who a click belongs to, we need the
        click number from the shop’s address to find it.{' '}
        {contactEmail ? (
          <>
            Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a> or use the{' '}
            <a href="/contact">contact form</a>.
          </>
        ) : (
          <>
            Use the <a href="/contact">contact form</a>.
          </>
        )}
      </p>
    </>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
