import type { GuideInput, ItemInput } from '../../src/features/guides/contract.ts';
import type { OfferInput } from '../../src/features/offers/contract.ts';
import type { PersonInput } from '../../src/features/people/contract.ts';
import type { ReviewInput } from '../../src/features/reviews/contract.ts';

/** Gives the text of a field, at most so long; `html` may hold tags. */
export type Say = (field: string, max: number, kind?: 'html') => string;

const editorial = (say: Say) => ({
  faq: [{ question: say('question', 200), answer: say('answer', 2000) }],
  sources: [{ title: say('source', 300), url: 'https://evidence.example/1', tier: 'trial' as const }],
  changes: [{ on: '2026-03-01', note: say('change', 500) }],
  main_image_url: 'https://pictures.example/a.png',
  main_image_alt: say('alt', 200),
  meta_title: say('meta title', 70),
});

/** A guide whose every text is said by `say`. */
export const guideTexts = (say: Say): GuideInput => ({
  title: say('title', 255),
  description: say('description', 5000, 'html'),
  author_name: say('author', 255),
  excerpt: say('excerpt', 300),
  methodology: say('methodology', 5000, 'html'),
  rubric: [{ key: 'taste', name: say('criterion', 60), weight: 3, description: say('criterion text', 300) }],
  meta_description: say('meta description', 320),
  ...editorial(say),
});

export const itemTexts = (say: Say): ItemInput => ({
  title: say('product', 160),
  badge: 'best_value',
  badge_text: say('badge', 40),
  score: 8,
  score_reason: say('score reason', 300),
  rank_reason: say('place reason', 300),
  scores: { taste: 7 },
  summary: say('summary', 300),
  body: say('body', 5000, 'html'),
  pros: [say('pro', 120)],
  cons: [say('con', 120)],
  best_for: say('best for', 160),
  not_for: say('not for', 160),
  image_url: 'https://pictures.example/b.png',
  image_alt: say('picture', 200),
  cta_text: say('button', 30),
  attributes: { [say('label', 64)]: say('value', 255) },
});

export const reviewTexts = (say: Say): Omit<ReviewInput, 'offer_id'> => ({
  title: say('review', 160),
  verdict: say('verdict', 400),
  score: 8,
  sub_scores: [{ name: say('side', 60), score: 7 }],
  pros: [say('review pro', 120)],
  cons: [say('review con', 120)],
  sections: [{ heading: say('heading', 120), body: say('section', 5000, 'html') }],
  author_name: say('review author', 255),
  gallery: [{ url: 'https://pictures.example/c.png', alt: say('gallery', 200) }],
  meta_description: say('review description', 320),
  ...editorial(say),
});

export const personTexts = (say: Say): PersonInput => ({
  name: say('person', 120),
  credentials: say('credentials', 120),
  licence_url: 'https://register.example/1',
  job_title: say('job', 120),
  bio: say('bio', 2000),
  same_as: ['https://profile.example/1'],
  conflicts_of_interest: say('conflicts', 1000),
});

/** What readers see of an offer. */
export const offerTexts = (say: Say): Partial<OfferInput> => ({
  name: say('offer', 120),
  brand: say('brand', 120),
  coupon_code: say('coupon', 64),
  coupon_text: say('coupon text', 200),
  shipping_note: say('shipping', 200),
  attributes: { [say('offer label', 64)]: say('offer value', 255) },
});

let made = 0;
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitän';
const MAX_LONG = 600;
const MAX_RIGHT_TO_LEFT = 60;

const fill = (text: string, max: number): string =>
  text
    .repeat(Math.ceil(max / text.length))
    .slice(0, max)
    .trim();

/** The same words in every element that a text with tags may have. */
const inTags = (text: string): string =>
  `<p>${text} <a href="https://shop.example/">${text}</a></p><h2>${text}</h2><ul><li><p>${text}</p></li></ul><h2>${text}</h2><p>${text}</p>`;

/** Texts as long as they may be, words without an end and signs of HTML among them. */
export const longWords: Say = (field, max, kind) => {
  const text = fill(`${(made += 1)} ${field} ${WORD}${WORD} & <b> "quoted" `, Math.min(max, MAX_LONG));
  return kind === 'html' ? inTags(text.replaceAll(/[&<>]/g, ' ')) : text;
};

/** Texts of a language that is read from right to left. */
export const rightToLeft: Say = (_field, max, kind) => {
  const text = fill(`${(made += 1)} دليل مقارنة المنتجات `, Math.min(max, MAX_RIGHT_TO_LEFT));
  return kind === 'html' ? inTags(text) : text;
};
