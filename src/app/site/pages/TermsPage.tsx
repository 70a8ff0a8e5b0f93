import { Document } from '../frame/Document.tsx';
import type { Shell } from '../props.ts';

type Props = { shell: Shell };

/** The terms of use, in plain words. */
export function TermsPage({ shell }: Props) {
  const { brand } = shell;
  const head = {
    title: 'Terms of use',
    description: `The terms on which you may use ${brand}: what it is, what it is not, and who is responsible for what.`,
    path: '/terms',
  };
  return (
    <Document shell={shell} head={head}>
      <header className="title-block">
        <div className="wrap">
          <h1>Terms of use</h1>
          <p className="lede">
            By using {brand} you accept these terms. We have kept them short, so that you can really read them.
          </p>
        </div>
      </header>
      <div className="wrap page">
        <div className="prose">
          <h2>What this site is</h2>
          <p>
            {brand} is an advertisement and a marketplace of information: it compares products that other companies
            sell, and its owner is paid when readers become customers of those companies. It is not a news service, a
            pharmacy, a clinic or a shop. You cannot buy anything here.
          </p>
          <h2>Not medical advice</h2>
          <p>
            What you read here is general information. It is not made for your situation, and it is no substitute for a
            doctor, a pharmacist or another qualified person. Ask one of them before you start, stop or combine anything
            that concerns your health, above all if you are pregnant, nursing, under 18, taking medicine or living with
            a condition. In an emergency, call your local emergency number. Never put off getting help because of
            something you read here.
          </p>
          <p>
            Statements about products have not been evaluated by a drug regulator. Individual results vary, and the
            experience of one person promises nothing to another.
          </p>
          <h2>Buying from others</h2>
          <p>
            When you follow a link to a shop, you leave this site. The contract of a purchase is between you and that
            shop; its prices, delivery, returns and guarantees are its own, and so is the way it handles your data. A
            money-back period that we mention is what the shop states. Please read the shop’s terms before you pay.
          </p>
          <h2>Accuracy</h2>
          <p>
            We work with care, date our pages and correct mistakes that we learn of. Still, makers change recipes,
            prices and terms without telling us. We do not promise that every detail is complete and current at the
            moment you read it, nor that the site is always reachable.
          </p>
          <h2>Liability</h2>
          <p>
            The site is free of charge and offered as it is. As far as the law allows, we are not liable for loss that
            comes from relying on it or from a product sold by somebody else. Nothing in these terms limits rights that
            the law gives you and that cannot be given up, or liability for intent, gross negligence or injury.
          </p>
          <h2>Our texts and pictures</h2>
          <p>
            You may read, print and share links to our pages, and quote short passages with a link. Please do not copy
            whole pages, or collect the site by machine beyond what a search engine does. Names and marks of products
            belong to their owners; naming them here does not mean that they endorse us.
          </p>
          <h2>Fair use of the site</h2>
          <p>
            Do not try to break into it, overload it, or make its counts untrue, for example by following links
            automatically.
          </p>
          <h2>Changes and questions</h2>
          <p>
            When these terms change, the new text appears on this page and holds from then on. If one sentence turns out
            not to be valid, the others stay. For questions, <a href="/contact">write to us</a>; how we handle data is
            on the <a href="/privacy">privacy page</a>.
          </p>
        </div>
      </div>
    </Document>
  );
}
