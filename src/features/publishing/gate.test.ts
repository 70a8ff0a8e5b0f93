import { expect, test } from 'vitest';
import { blockersOf, judgeContent, type FindClaims, type GateFacts, type GateProduct } from './gate.ts';

const NOW = new Date('2026-06-30T12:00:00Z');
const noClaims: FindClaims = () => [];

const product = (over: Partial<GateProduct> = {}): GateProduct => ({
  field: 'items.7',
  name: 'Calm Tea',
  pros: 1,
  cons: 1,
  link: 'offer',
  hasFallback: false,
  priceCheckedAt: '2026-06-20T00:00:00Z',
  hasPrice: true,
  hasDisclaimer: true,
  ...over,
});

const guide = (over: Partial<GateFacts> = {}): GateFacts => ({
  noun: 'guide',
  texts: [],
  products: [product()],
  images: [],
  tested: 'research_only',
  hasMethodology: false,
  hasAuthor: true,
  hasReviewer: false,
  hasSources: true,
  hasBestOverall: true,
  ...over,
});

const failing = (facts: GateFacts, find = noClaims) =>
  judgeContent(facts, NOW, find)
    .filter((check) => !check.ok)
    .map((check) => `${check.level} ${check.code} ${check.field}`);

test('a sound guide passes every check', () => {
  expect(failing(guide())).toEqual([]);
});

test.each([
  ['no product: the spec lets an empty guide be published', guide({ products: [] }), ['warn products items']],
  ['a product without a con', guide({ products: [product({ cons: 0 })] }), ['block con items.7.cons']],
  ['a product without a pro', guide({ products: [product({ pros: 0 })] }), ['block pro items.7.pros']],
  [
    'an old price',
    guide({ products: [product({ priceCheckedAt: '2026-05-31T11:59:59Z' })] }),
    ['warn price_age items.7.price'],
  ],
  ['a price never checked', guide({ products: [product({ priceCheckedAt: null })] }), ['warn price_age items.7.price']],
  ['a price of 30 days', guide({ products: [product({ priceCheckedAt: '2026-05-31T12:00:00Z' })] }), []],
  ['no price', guide({ products: [product({ priceCheckedAt: null, hasPrice: false })] }), []],
  ['a dead button', guide({ products: [product({ link: 'none' })] }), ['warn dead_link items.7.offer_id']],
  ['a mention without an offer', guide({ products: [product({ link: undefined })] }), []],
  [
    'a gallery picture without words',
    guide({ images: [{ field: 'gallery', hasAlt: false, isDemanded: true }] }),
    ['block alt_text gallery'],
  ],
  [
    'a main picture without words',
    guide({ images: [{ field: 'main_image_url', hasAlt: false, isDemanded: false }] }),
    ['warn alt_text main_image_url'],
  ],
  ['tested by hand, not said how', guide({ tested: 'hands_on' }), ['block methodology methodology']],
  ['tested by hand, said how', guide({ tested: 'hands_on', hasMethodology: true }), []],
  ['no best one', guide({ hasBestOverall: false }), ['warn best_overall items']],
  [
    'the words that the advertiser demands are missing',
    guide({ products: [product({ hasDisclaimer: false })] }),
    ['warn disclaimer items.7.body'],
  ],
  [
    'a review without a con is blocked, in its own field',
    guide({ noun: 'review', products: [product({ field: '', cons: 0 })], hasBestOverall: undefined }),
    ['block con cons'],
  ],
  ['nobody wrote it', guide({ hasAuthor: false }), ['warn author author_id']],
  ['no sources', guide({ hasSources: false }), ['warn sources sources']],
])('%s', (_name, facts, found) => {
  expect(failing(facts)).toEqual(found);
});

test('claims are looked for in every text, with the words its advertiser forbids and what stands behind the page', () => {
  const asked: unknown[] = [];
  const find: FindClaims = (text, context) => {
    asked.push([text, context]);
    return text.includes('cures')
      ? [{ words: 'cures', level: 'block', kind: 'disease', reason: 'No product may say so.' }]
      : [];
  };
  const facts = guide({
    texts: [
      { field: 'description', text: 'It cures colds.' },
      { field: 'items.7.summary', text: 'Calm.', forbiddenWords: ['magic'] },
    ],
    tested: 'expert_review',
    hasReviewer: true,
  });
  expect(failing(facts, find)).toEqual(['block claim_disease description']);
  expect(asked).toEqual([
    ['It cures colds.', { forbiddenWords: [], tested: 'expert_review', hasReviewer: true, hasSources: true }],
    ['Calm.', { forbiddenWords: ['magic'], tested: 'expert_review', hasReviewer: true, hasSources: true }],
  ]);
  expect(blockersOf(judgeContent(facts, NOW, find))).toMatchObject([{ message: '“cures”: No product may say so.' }]);
});
