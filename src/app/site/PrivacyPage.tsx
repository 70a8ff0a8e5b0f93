import { Document } from './Document.tsx';
import { count } from './labels.ts';
import type { PrivacyProps, Shell } from './props.ts';

type Props = PrivacyProps & { shell: Shell };

/** What is counted, what is passed on and how long it is kept, with the real periods of the settings. */
export function PrivacyPage({ shell, clickRetentionDays, logRetentionDays }: Props) {
  const { brand, contactEmail } = shell;
  const head = {
    title: 'Privacy',
    description: `What ${brand} counts, what it passes on, how long it keeps it, and what it never does.`,
    path: '/privacy',
  };
  return (
    <Document shell={shell} head={head}>
      <div className="wrap page">
        <h1>Privacy</h1>
        <div className="prose">
          <p className="lede">
            You can read {brand} without an account, without a cookie banner and without being followed around the web.
            This page says exactly what we count and why.
          </p>
          <h2>In short</h2>
          <ul>
            <li>Reading this site sets no cookies and stores nothing else in your browser.</li>
            <li>No scripts, pixels or fonts of other companies are part of our pages.</li>
            <li>Your network address is never written to our database or our logs.</li>
            <li>When you follow a paid link, the shop’s network gets a random number for that click, not your name.</li>
          </ul>
          <h2>What we count</h2>
          <p>
            We count which pages are opened, which product cards come into view and which paid links are followed. With
            each of these we note the time, the page, the kind of device and browser, the country, the site that sent
            you, and campaign words in the address such as <code>utm_source</code>. If you came through an
            advertisement, we also note the click number that the advertiser added to the address, so that we can tell
            it when its advertisement led to a sale.
          </p>
          <p>
            To tell how many different people that was, we mix your network address and your browser’s description with
            a random value into a code. The random value is replaced each day and the old one is destroyed, so a code
            from today cannot be connected with one from another day, and cannot be turned back into an address.
          </p>
          <h2>What we pass on</h2>
          <p>
            A paid link leads through our own address to the shop. There it carries a random click number. If you buy,
            the network of the shop reports that number and an amount back to us; this is how we are paid. When your
            visit began with an advertisement, we report the sale to the advertising platform under its own click
            number. We do not send anybody the title of what you read, and your browser tells the shop only the name of
            our site. What the shop itself collects is described in its own privacy notice.
          </p>
          <h2>Global Privacy Control</h2>
          <p>
            If your browser sends the Global Privacy Control signal, we make no visitor code and store no advertising
            click numbers for you. Pages and links work as they do for everybody.
          </p>
          <h2>How long we keep it</h2>
          <dl className="facts">
            <div>
              <dt>Single clicks and visits</dt>
              <dd>{count(clickRetentionDays, 'day')}</dd>
            </div>
            <div>
              <dt>Logs of messages between us and networks</dt>
              <dd>{count(logRetentionDays, 'day')}</dd>
            </div>
            <div>
              <dt>The daily random value</dt>
              <dd>at most 48 hours</dd>
            </div>
            <div>
              <dt>Reported sales (number, amount, time)</dt>
              <dd>as long as accounting law asks</dd>
            </div>
            <div>
              <dt>Counts that hold no click number</dt>
              <dd>as long as they help to compare years</dd>
            </div>
          </dl>
          <h2>When you write to us</h2>
          <p>
            The contact form stores your name, your e-mail address and your message, so that we can answer. Nobody else
            gets them. Ask us to delete them and we will.
          </p>
          <h2>Health</h2>
          <p>
            Which guide a person reads can say something about that person’s health. That is why we keep no profile of
            readers, show no advertisements chosen by what you read, and sell no data.
          </p>
          <h2>Your rights</h2>
          <p>
            Depending on where you live, you can ask what is stored about you, have it corrected or deleted, object to
            its use, and complain to a data protection authority. Because we do not know who a click belongs to, we need
            the click number from the shop’s address to find it.{' '}
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
        </div>
      </div>
    </Document>
  );
}
