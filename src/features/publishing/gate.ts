import type { Check, Tested } from './contract.ts';

/** A text of a record as readers see it, without tags. */
export type GateText = {
  /** The field as the PUT names it. */
  field: string;
  text: string;
  /** Words that the advertisers of what it speaks of forbid. */
  forbiddenWords?: readonly string[];
};

export type GateProduct = {
  /** `items.{id}`, or empty for the product of a review, whose fields are those of the review. */
  field: string;
  name: string;
  pros: number;
  cons: number;
  /** What its button would lead to now; `none` when it has an offer and no way out. Undefined: an editorial mention. */
  link: 'offer' | 'fallback' | 'none' | undefined;
  hasFallback: boolean;
  priceCheckedAt: string | null;
  hasPrice: boolean;
  /** False: the words that its advertiser demands are missing. */
  hasDisclaimer: boolean;
};

/** Everything that the gate judges: the content, never the move that asks. */
export type GateFacts = {
  noun: 'guide' | 'review' | 'product';
  texts: readonly GateText[];
  /** Only those that readers see. */
  products: readonly GateProduct[];
  /** Pictures of the page; `isDemanded` ones block without a description, the others warn. */
  images: readonly { field: string; hasAlt: boolean; isDemanded: boolean }[];
  tested: Tested;
  hasMethodology: boolean;
  hasAuthor: boolean;
  /** A reviewer with credentials and a date. */
  hasReviewer: boolean;
  hasSources: boolean;
  /** Products that stand where neither score nor badge puts them, without a reason that readers see. Undefined: nothing is ranked. */
  order?: { level: Check['level']; conflicts: readonly { field: string; message: string }[] };
  /** Undefined where no product can be the best: a review, a guide without products. */
  hasBestOverall: boolean | undefined;
};

/** A sentence that must not be published so, or should be thought over. */
type Claim = { words: string; level: 'block' | 'warn'; kind: string; reason: string };
export type FindClaims = (
  text: string,
  context: { forbiddenWords: readonly string[]; tested: Tested; hasReviewer: boolean; hasSources: boolean },
) => readonly Claim[];

const PRICE_AGE_MS = 30 * 24 * 3_600_000;

/**
 * The publish checklist: what blocks and what only warns, passed ones included, so that the editor sees what was looked at.
 * @param findClaims looks through one text
 */
export function judgeContent(facts: GateFacts, now: Date, findClaims: FindClaims): Check[] {
  return [
    ...facts.products.flatMap((product) => productChecks(product, now)),
    ...imageChecks(facts),
    ...honestyChecks(facts),
    ...claimChecks(facts, findClaims),
  ];
}

/** The checks that stop publishing. */
export const blockersOf = (checks: readonly Check[]): Check[] =>
  checks.filter((check) => !check.ok && check.level === 'block');

const check = (code: string, level: Check['level'], ok: boolean, remark: Pick<Check, 'field' | 'message'>): Check => ({
  code,
  level,
  ok,
  ...remark,
});

function productChecks(product: GateProduct, now: Date): Check[] {
  const { name } = product;
  const at = (field: string): string => (product.field ? `${product.field}.${field}` : field);
  const isOld =
    product.hasPrice &&
    (product.priceCheckedAt === null || now.getTime() - Date.parse(product.priceCheckedAt) > PRICE_AGE_MS);
  return [
    check('pro', 'block', product.pros > 0, {
      field: at('pros'),
      message: `${name}: say at least one thing that speaks for it.`,
    }),
    check('con', 'block', product.cons > 0, {
      field: at('cons'),
      message: `${name}: say at least one thing that speaks against it.`,
    }),
    check('price_age', 'warn', !isOld, {
      field: at('price'),
      message: `${name}: the price was not checked for 30 days, so readers do not see it. Check it on the offer.`,
    }),
    check('dead_link', 'warn', product.link !== 'none', {
      field: at('offer_id'),
      message: product.hasFallback
        ? `${name}: neither the offer nor its stand-in is live, so there is no button.`
        : `${name}: the offer is not live and has no stand-in, so there is no button.`,
    }),
    check('disclaimer', 'warn', product.hasDisclaimer, {
      field: at('body'),
      message: `${name}: its advertiser demands a disclaimer that the text does not hold. You find it in the offer.`,
    }),
  ];
}

const imageChecks = ({ images }: GateFacts): Check[] =>
  images.map(({ field, hasAlt, isDemanded }) =>
    check('alt_text', isDemanded ? 'block' : 'warn', hasAlt, {
      field,
      message: 'Describe the picture for those who cannot see it.',
    }),
  );

function honestyChecks(facts: GateFacts): Check[] {
  const isGuide = facts.noun === 'guide';
  return [
    check('methodology', 'block', facts.tested !== 'hands_on' || facts.hasMethodology, {
      field: isGuide ? 'methodology' : 'sections',
      message: 'The page says that you tested by hand: say how you did it.',
    }),
    ...(isGuide
      ? [
          check('products', 'warn', facts.products.length > 0, {
            field: 'items',
            message: 'The guide shows no product yet.',
          }),
        ]
      : []),
    ...(facts.hasBestOverall === undefined
      ? []
      : [
          check('best_overall', 'warn', facts.hasBestOverall, {
            field: 'items',
            message: 'No product is marked as the best overall.',
          }),
        ]),
    ...(facts.order ? orderChecks(facts.order) : []),
    check('author', 'warn', facts.hasAuthor, {
      field: 'author_id',
      message: 'Name the author: readers and search engines look for one.',
    }),
    check('sources', 'warn', facts.hasSources, {
      field: 'sources',
      message: 'Give at least one source for what the text says.',
    }),
  ];
}

function orderChecks({ level, conflicts }: NonNullable<GateFacts['order']>): Check[] {
  if (conflicts.length === 0)
    return [check('order', level, true, { field: 'items', message: 'The products stand as they are scored.' })];
  return conflicts.map(({ field, message }) =>
    check('order', level, false, {
      field,
      message: `${message}. Change order or scores, or tell readers why it stands there.`,
    }),
  );
}

function claimChecks({ texts, tested, hasReviewer, hasSources }: GateFacts, findClaims: FindClaims): Check[] {
  const found = texts.flatMap(({ field, text, forbiddenWords = [] }) =>
    findClaims(text, { forbiddenWords, tested, hasReviewer, hasSources }).map((claim) =>
      check(`claim_${claim.kind}`, claim.level, false, { field, message: `“${claim.words}”: ${claim.reason}` }),
    ),
  );
  return found.length > 0
    ? found
    : [check('claims', 'block', true, { field: '', message: 'No forbidden health claim was found.' })];
}
