import { Contents } from '../guides/Contents.tsx';
import { Document } from '../frame/Document.tsx';
import { PersonName } from '../text/PersonName.tsx';
import { Picture } from '../text/Picture.tsx';
import type { AboutProps, Person, Shell } from '../props.ts';

type Props = AboutProps & { shell: Shell };

const PLACES = [
  { id: 'editorial', title: 'How a guide is made' },
  { id: 'scores', title: 'What the scores mean' },
  { id: 'testing', title: 'What we test and what we do not' },
  { id: 'money', title: 'How we make money' },
  { id: 'prices', title: 'Prices' },
  { id: 'corrections', title: 'Corrections' },
];
const PEOPLE = { id: 'people', title: 'The people' };

/** Who we are, how a guide is made, how we earn, how mistakes are mended. */
export function AboutPage({ shell, people }: Props) {
  const { brand } = shell;
  const head = {
    title: 'About',
    description: `How ${brand} makes its guides and reviews, how it earns money, and how it corrects mistakes.`,
    path: '/about',
  };
  return (
    <Document shell={shell} head={head}>
      <header className="title-block">
        <div className="wrap">
          <h1>About {brand}</h1>
          <p className="lede">
            {brand} helps you choose products for everyday health and wellness. We put them side by side, say what
            speaks for and against each, and tell you how we earn.
          </p>
        </div>
      </header>
      <div className="wrap article with-contents">
        <Contents places={people.length > 0 ? [...PLACES, PEOPLE] : PLACES} />
        <div className="article">
          <div className="prose">
            <h2 id="editorial">How a guide is made</h2>
            <p>
              An editor starts from a question that people really have, collects the products that could answer it, and
              reads their labels, their terms of sale and what independent sources say. Products are then put in order,
              and each card says in plain words why it stands where it stands. The name of the author and the date of
              the last change are at the top of the page.
            </p>
            <p>
              Guides and reviews describe products. They do not diagnose, and they do not replace the advice of a doctor
              or a pharmacist who knows you.
            </p>
            <h2 id="scores">What the scores mean</h2>
            <p>
              A score runs from 0 to 10 and belongs to one guide or one review. It compares a product with the others on
              that page for the purpose of that page, so the same product can have different scores in different guides.
              A product that we have not scored shows no number at all.
            </p>
            <p>
              Where a guide names its criteria, it shows the weight of each, the score of every product on it, and the
              arithmetic between them. What a shop pays us is no part of it.
            </p>
            <h2 id="testing">What we test and what we do not</h2>
            <p>
              Each review carries one of three statements: tested by us, judged by an expert, or not tested by us. We
              write “tested” only when somebody here has used the product. If a judgement rests on reading alone, the
              review says so.
            </p>
            <h2 id="money">How we make money</h2>
            <p>
              Some links lead to shops that pay us when a reader follows them and buys or signs up. The price you pay
              stays the same. Each of these links has the words “Paid link” beside it, and each guide and review says so
              again at the top, before the first such link.
            </p>
            <p>
              A shop can pay for its place in a guide. When that happens, the product carries the label “Paid placement”
              in the list and on its card. A shop cannot buy a score, remove a drawback or see a text before it is
              published.
            </p>
            <h2 id="prices">Prices</h2>
            <p>
              A price is shown with the day on which it was last checked, once for a whole list where all its prices
              were checked on the same day. After 7 days it is marked “price may vary”, and after 30 days it disappears
              until somebody has checked it again. What counts is always the price in the shop.
            </p>
            <h2 id="corrections">Corrections</h2>
            <p>
              If something here is wrong, <a href="/contact">tell us</a>. We check it, correct the page, and the date at
              its top changes with it. A page that we no longer stand behind is taken down, and its address says so.
            </p>
          </div>
          {people.length > 0 && (
            <section aria-labelledby="people">
              <h2 id="people">The people</h2>
              <ul className="people-index">
                {people.map((person) => (
                  <PersonCard key={person.slug} person={person} />
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </Document>
  );
}

function PersonCard({ person }: { person: Person }) {
  return (
    <li className="card person-card">
      <Picture image={person.photo} name={person.name} shape="square" sizes="72px" />
      <div>
        <h3>
          <PersonName person={person} />
        </h3>
        {person.jobTitle && (
          <p className="soft">
            <bdi>{person.jobTitle}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}
