/** Everything that pages show, as plain values: a page is a pure function of these. Dates are ISO texts, money is a finished label. */

/** What the layout of every page needs. */
export type Shell = {
  brand: string;
  tagline: string;
  disclosure: string;
  contactEmail: string;
  /** Of the copyright line. */
  year: number;
  /** IANA zone in which dates are shown. */
  timeZone: string;
  /** Origin without a slash at the end; empty when it is not configured, and addresses then stay relative. */
  origin: string;
  stylesheet: string;
  /** A second style sheet, of all pages but those of guides. */
  moreStyles?: string;
  script: string;
  slots: Slots;
};

/** Texts written where the token of a view goes; all are replaced for each request. */
export type Slots = {
  /** Where the bare token goes. */
  token: string;
  /** After an internal link: becomes `?v=TOKEN` for a reader who came through a tracking link, else nothing. */
  inner: string;
  /** The same after an internal link that has a query already: `&v=TOKEN`, or nothing. */
  and: string;
};

/** A picture with its true size, so that nothing jumps when it comes. */
export type PictureImage = {
  src: string;
  /** Pixels of the whole picture; null for one that lies elsewhere. */
  width: number | null;
  height: number | null;
  /** Smaller forms, the best type first; none for a picture that lies elsewhere. */
  variants: { type: string; width: number; src: string }[];
  /** Empty: it decorates, and says nothing that the text does not. */
  alt: string;
};

/** Somebody who writes or checks here. */
export type Person = {
  slug: string;
  name: string;
  /** What stands behind the name: `RD, MSc`. */
  credentials: string | null;
  licenceUrl: string | null;
  jobTitle: string | null;
  bio: string | null;
  photo: PictureImage | null;
  /** Addresses of the same person elsewhere. */
  sameAs: string[];
  conflicts: string | null;
};

export type CategoryLink = { slug: string; name: string };

export type CategoryTile = CategoryLink & { description: string | null; guides: number };

/** What a guide and a review say of who made them, on what grounds, and what changed since. */
export type Editorial = {
  /** The name alone, for texts whose author has no page. */
  authorName: string | null;
  author: Person | null;
  /** Only a person with credentials, and only together with the date. */
  reviewer: Person | null;
  reviewedAt: string | null;
  tested: Tested;
  faq: { question: string; answer: string }[];
  sources: { title: string; url: string; tier: EvidenceTier }[];
  /** The newest first; `on` is a day. */
  changes: { on: string; note: string }[];
};

export type Tested = 'hands_on' | 'research_only' | 'expert_review';

export type EvidenceTier = 'guideline' | 'systematic_review' | 'trial' | 'observational' | 'other';

export type GuideCard = {
  id: number;
  /** Stands after the id in its address. */
  slug: string;
  title: string;
  excerpt: string;
  category: CategoryLink | null;
  author: string | null;
  updatedAt: string;
  image: PictureImage | null;
  products: number;
  isFeatured: boolean;
};

export type ReviewCard = {
  slug: string;
  title: string;
  verdict: string | null;
  /** 0 to 10 with one decimal. */
  score: number | null;
  updatedAt: string;
  image: PictureImage | null;
  productName: string;
};

/** What is asked for a page at a time. */
export type Paged = { page: number; pages: number; total: number };

/** A price as it may be shown today. */
export type Price = {
  label: string;
  /** The higher list price, struck through. */
  was: string | null;
  checkedAt: string;
  /** Checked 7 to 30 days ago. */
  mayVary: boolean;
};

export type Coupon = { code: string | null; text: string | null; endsAt: string | null };

export type Product = {
  id: number;
  rank: number;
  name: string;
  brand: string | null;
  badge: string | null;
  isBestOverall: boolean;
  score: number | null;
  /** In the order of the rubric; empty unless every criterion is scored. */
  subScores: { name: string; weight: number; score: number }[];
  /** Why the score is another than the sub-scores add up to. */
  scoreReason: string | null;
  /** Why it stands where neither its score nor its badge puts it. */
  rankReason: string | null;
  summary: string | null;
  /** Cleaned HTML. */
  body: string | null;
  pros: string[];
  cons: string[];
  bestFor: string | null;
  notFor: string | null;
  image: PictureImage | null;
  price: Price | null;
  coupon: Coupon | null;
  moneyBackDays: number | null;
  ctaText: string;
  /** False: nothing behind it can be bought now, so no button is shown. */
  isAvailable: boolean;
  /** It takes nobody now: the button leads to this other product instead. */
  standIn: string | null;
  /** The shop paid for its place in the list. */
  isSponsored: boolean;
  reviewSlug: string | null;
  attributes: Record<string, string>;
};

export type HomeProps = Paged & {
  guides: GuideCard[];
  /** Empty on every page but the first, like `reviews`. */
  categories: CategoryTile[];
  reviews: ReviewCard[];
};

export type CategoryProps = Paged & {
  category: CategoryLink & { description: string | null };
  guides: GuideCard[];
  others: CategoryTile[];
};

export type AuthorProps = Paged & {
  person: Person;
  /** Written by the person; so are the reviews. */
  guides: GuideCard[];
  reviews: ReviewCard[];
  checkedGuides: GuideCard[];
  checkedReviews: ReviewCard[];
};

export type AboutProps = { people: Person[] };

/** What the products of a guide are scored by. */
export type Criterion = { key: string; name: string; weight: number; description: string | null };

export type GuideProps = Editorial & {
  id: number;
  /** Stands after the id in its address. */
  slug: string;
  title: string;
  metaTitle: string | null;
  metaDescription: string | null;
  isHidden: boolean;
  category: CategoryLink | null;
  publishedAt: string | null;
  updatedAt: string;
  image: PictureImage | null;
  /** One or two sentences below the title. */
  lede: string | null;
  /** The first words of the text, for those who see the page from outside. */
  excerpt: string;
  /** Cleaned HTML: the text up to its first heading. */
  intro: string | null;
  /** The rest of the text, cut at its headings. */
  parts: TextPart[];
  /** Cleaned HTML. */
  methodology: string | null;
  rubric: Criterion[];
  products: Product[];
  related: GuideCard[];
  isSample: boolean;
};

/** A heading of a text and what stands below it as cleaned HTML. */
export type TextPart = { id: string; title: string; html: string };

export type ReviewProps = Editorial & {
  id: number;
  slug: string;
  title: string;
  publishedAt: string | null;
  updatedAt: string;
  image: PictureImage | null;
  verdict: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
  isHidden: boolean;
  score: number | null;
  subScores: { name: string; score: number }[];
  pros: string[];
  cons: string[];
  /** Bodies are cleaned HTML. */
  sections: { heading: string; body: string }[];
  gallery: PictureImage[];
  product: {
    name: string;
    brand: string | null;
    price: Price | null;
    coupon: Coupon | null;
    moneyBackDays: number | null;
    shippingNote: string | null;
    attributes: Record<string, string>;
    isAvailable: boolean;
  };
  /** Other products of the guides that hold this one. */
  alternatives: Alternative[];
  guides: GuideCard[];
  isSample: boolean;
};

export type Alternative = {
  itemId: number;
  name: string;
  brand: string | null;
  summary: string | null;
  score: number | null;
  image: PictureImage | null;
  guide: { id: number; slug: string; title: string };
};

/** A part of a text; `hit` when it is what was looked for. */
export type Piece = { text: string; hit: boolean };

export type SearchHit = {
  kind: 'guide' | 'product' | 'review';
  /** The path; a part of the page follows in `anchor`. */
  path: string;
  anchor: string;
  title: Piece[];
  snippet: Piece[];
  /** Of a product: the guide that it stands in. */
  within: string | null;
};

export type SearchProps = {
  query: string;
  /** The best first, of all kinds. */
  hits: SearchHit[];
  /** What was probably meant. */
  suggestion: string | null;
  /** Where to go on when nothing was found, or nothing asked. */
  categories: CategoryTile[];
  popular: GuideCard[];
};

export type ContactProps = {
  isSent: boolean;
  values: { name: string; email: string; message: string };
  /** Reasons by field; `form` for what belongs to none. */
  errors: Record<string, string[]>;
};

/** How one browser stands to being counted. */
export type ReaderChoice = { isOptedOut: boolean; hasSignal: boolean };

export type PrivacyProps = {
  clickRetentionDays: number;
  logRetentionDays: number;
  contactRetentionDays: number;
  choice: ReaderChoice;
};

/** Why a button cannot lead this reader to the shop, and what is there instead. */
export type ShutProps = {
  reason: 'offer_not_begun' | 'offer_over' | 'country_not_allowed' | 'device_not_allowed' | 'capped';
  /** Of the product. */
  name: string;
  /** With `country_not_allowed`: two letters; null where it is not known. */
  country: string | null;
  /** With `device_not_allowed`: those that are let in. */
  devices: readonly string[];
  /** The page that the button stood on; null when the public cannot read it. */
  from: { kind: 'guide'; guide: { id: number; slug: string; title: string } } | { kind: 'review'; slug: string } | null;
  /** Other products of the guide, or of the guides that hold the product of the review; those that take this reader first. */
  others: ShutOther[];
};

export type ShutOther = {
  itemId: number;
  name: string;
  badge: string | null;
  ctaText: string;
  guide: { id: number; slug: string; title: string };
  isSponsored: boolean;
  /** Its button leads this very reader to a shop. */
  isOpen: boolean;
  /** The product that the button leads to instead. */
  standIn: string | null;
};

export type ProblemProps = {
  /** 400 and above. */
  status: number;
  requestId: string | null;
  /** Where a lost reader may go on. */
  guides: GuideCard[];
};
