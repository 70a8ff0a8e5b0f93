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

export type GuideCard = {
  id: number;
  title: string;
  excerpt: string;
  author: string | null;
  updatedAt: string;
  image: string | null;
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
  image: string | null;
  productName: string;
};

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
  summary: string | null;
  /** Cleaned HTML. */
  body: string | null;
  pros: string[];
  cons: string[];
  bestFor: string | null;
  notFor: string | null;
  image: string | null;
  imageAlt: string;
  price: Price | null;
  coupon: Coupon | null;
  moneyBackDays: number | null;
  ctaText: string;
  /** False: nothing behind it can be bought now, so no button is shown. */
  isAvailable: boolean;
  /** Sold out: the button leads to this other product instead. */
  standIn: string | null;
  /** The shop paid for its place in the list. */
  isSponsored: boolean;
  reviewSlug: string | null;
  attributes: Record<string, string>;
};

export type HomeProps = {
  guides: GuideCard[];
  reviews: ReviewCard[];
  page: number;
  pages: number;
  total: number;
};

export type GuideProps = {
  id: number;
  title: string;
  author: string | null;
  publishedAt: string | null;
  updatedAt: string;
  image: string | null;
  /** Cleaned HTML. */
  description: string | null;
  excerpt: string;
  products: Product[];
  related: GuideCard[];
  isSample: boolean;
};

export type Tested = 'hands_on' | 'research_only' | 'expert_review';

export type ReviewProps = {
  id: number;
  slug: string;
  title: string;
  author: string | null;
  publishedAt: string | null;
  updatedAt: string;
  image: string | null;
  verdict: string | null;
  metaDescription: string | null;
  score: number | null;
  pros: string[];
  cons: string[];
  /** Bodies are cleaned HTML. */
  sections: { heading: string; body: string }[];
  tested: Tested;
  product: {
    name: string;
    brand: string | null;
    price: Price | null;
    coupon: Coupon | null;
    moneyBackDays: number | null;
    isAvailable: boolean;
  };
  guides: GuideCard[];
  isSample: boolean;
};

export type SearchProps = {
  query: string;
  guides: GuideCard[];
  products: { guideId: number; guideTitle: string; itemId: number; name: string; summary: string | null }[];
  reviews: ReviewCard[];
};

export type ContactProps = {
  isSent: boolean;
  values: { name: string; email: string; message: string };
  /** Reasons by field; `form` for what belongs to none. */
  errors: Record<string, string[]>;
};

export type PrivacyProps = { clickRetentionDays: number; logRetentionDays: number };

export type ProblemProps = { status: 400 | 404 | 410 | 429 | 500 | 503; requestId: string | null };
