import { notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { offersById, type OfferFacts } from '../../offers/server/offer-facts.ts';
import { creditsOf } from '../../people/server/service.ts';
import type { Check, Content } from '../../publishing/contract.ts';
import { textOfHtml } from '../../../platform/text/html-text.ts';
import { judge } from '../../publishing/server/checklist.ts';
import { type GateFacts, type GateProduct, type GateText } from '../../publishing/gate.ts';
import { isReordered, orderConflicts } from '../order.ts';
import { buttonLeadsTo } from '../rules.ts';
import { withEdits } from './writing/guide-columns.ts';
import { withItemEdits } from './products/item-columns.ts';
import { standingsOf, withShown } from './writing/shown.ts';
import * as itemStore from './products/store-items.ts';
import * as store from './store.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

/** The publish checklist of a guide with edits over it. @throws AppError not_found */
export async function guideChecks(scope: Scope, id: number, edits: Content): Promise<Check[]> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Listicle');
  return judgeGuide(scope, withEdits(await withShown(scope.db, row), edits));
}

/**
 * What the checklist of its guide says of one product, with edits over it, by the fields of the product; what it does to the place of
 * another product, by the fields of that one; and what it brings into the texts of the guide, such as words that its advertiser forbids,
 * by the fields of the guide behind `guide.`.
 * @throws AppError not_found
 */
export async function itemChecks(scope: Scope, id: number, edits: Content): Promise<Check[]> {
  const item = await itemStore.findAnywhere(scope.db, id);
  const row = item && (await store.find(scope.db, item.guide_id));
  if (!row) throw notFound('Product');
  const guide = await withShown(scope.db, row);
  const others = (await itemStore.listVisible(scope.db, [guide.id])).filter((one) => one.id !== id);
  const edited = withItemEdits(item, edits);
  const without = new Set((await judgeGuide(scope, guide, others)).map(textOfCheck));
  const shown = [...others, edited].toSorted((a, b) => a.rank - b.rank);
  const checks = await judgeGuide(scope, guide, shown);
  return checks
    .filter(
      ({ code, field }) => field.startsWith(`items.${id}.`) || code === 'claim_forbidden_word' || code === 'order',
    )
    .filter((check) => !without.has(textOfCheck(check)))
    .map((check) => atItem(check, id));
}

const textOfCheck = ({ field, message }: Check): string => `${field}\n${message}`;

/** A line of the checklist of a guide as the form of one of its products says it; fields of the guide itself come behind `guide.`. */
export function atItem(check: Check, id: number): Check {
  const prefix = `items.${id}.`;
  const { field, message } = check;
  if (field.startsWith(prefix)) return { ...check, field: field.slice(prefix.length) };
  if (field === '' || field.startsWith('items')) return check;
  return { ...check, field: `guide.${field}`, message: `In the text of the guide, ${message}` };
}

/** The publish checklist of a guide as it stands in the store or would stand. @param items those that readers see */
export async function judgeGuide(
  scope: Scope,
  guide: store.GuideRow,
  items?: readonly itemStore.ItemRow[],
): Promise<Check[]> {
  const shown = items ?? (await itemStore.listVisible(scope.db, [guide.id]));
  return judge(await factsOf(scope.db, guide, shown, scope.clock()), scope.clock());
}

async function factsOf(
  db: Db,
  guide: store.GuideRow,
  items: readonly itemStore.ItemRow[],
  now: Date,
): Promise<GateFacts> {
  const ids = items.flatMap((item) => [item.offer_id, item.fallback_offer_id]).filter((id) => id !== null);
  const offers = await offersById(db, ids, now);
  const credits = (await creditsOf(db, [guide]))(guide);
  // the guide speaks of all of them: what one advertiser forbids must not stand beside its product either
  const products = items.map((item) => productOf(item, offers));
  const forbiddenWords = items.flatMap((item) => offers.get(item.offer_id ?? 0)?.forbidden_words ?? []);
  return {
    noun: 'guide',
    texts: [
      ...guideTexts(guide).map((text) => ({ ...text, forbiddenWords })),
      ...items.flatMap((item) => itemTexts(item, offers.get(item.offer_id ?? 0))),
    ],
    products,
    images: [
      ...(guide.main_image_url === null
        ? []
        : [{ field: 'main_image_alt', hasAlt: guide.main_image_alt !== null, isDemanded: false }]),
      ...items.flatMap(({ id, image_url: url, image_alt: alt }) =>
        url === null ? [] : [{ field: `items.${id}.image_alt`, hasAlt: alt !== null, isDemanded: true }],
      ),
    ],
    tested: guide.tested,
    hasMethodology: textOfHtml(guide.methodology) !== '',
    hasAuthor: credits.author !== null || guide.author_name !== null,
    hasReviewer: credits.reviewer !== null,
    hasSources: guide.sources.length > 0,
    order: orderOf(guide, items, products),
    hasBestOverall: items.length === 0 ? undefined : items.some((item) => item.badge === 'best_overall'),
  };
}

/**
 * Whether the products stand as their scores and badges have it. Without criteria there is nothing to follow, only a best overall that is
 * not the first; and what was public before order had to follow the score warns until one of them changes.
 */
function orderOf(
  guide: store.GuideRow,
  items: readonly itemStore.ItemRow[],
  products: readonly GateProduct[],
): GateFacts['order'] {
  const standings = standingsOf(guide, items);
  const isOld = guide.is_order_old && !isReordered(guide.shown?.products ?? standings, standings);
  const reasons = new Map(items.map(({ id, rank_reason: reason }) => [id, reason]));
  const hasRubric = guide.rubric.length > 0;
  const judged = standings.map((one, at) => ({ ...one, name: products[at]!.name, ...(!hasRubric && { score: null }) }));
  return {
    level: hasRubric && !isOld ? 'block' : 'warn',
    conflicts: orderConflicts(judged)
      .filter(({ id }) => !reasons.get(id))
      .map(({ id, message }) => ({ field: `items.${id}.rank_reason`, message })),
  };
}

function guideTexts(guide: store.GuideRow): GateText[] {
  const { faq, rubric } = guide;
  const plain = ['title', 'excerpt', 'main_image_alt', 'meta_title', 'meta_description'] as const;
  const rich = ['description', 'methodology'] as const;
  return [
    ...plain.map((field) => ({ field, text: guide[field] ?? '' })),
    ...rich.map((field) => ({ field, text: textOfHtml(guide[field]) })),
    ...rubric.map((one, i) => ({ field: `rubric.${i}`, text: `${one.name}\n${one.description ?? ''}` })),
    // a question is no claim of ours; its answer is
    ...faq.map((entry, i) => ({ field: `faq.${i}`, text: `${entry.question}\n${entry.answer}` })),
  ].filter(({ text }) => text !== '');
}

function itemTexts(item: itemStore.ItemRow, offer: OfferFacts | undefined): GateText[] {
  const plain = [
    'title',
    'badge_text',
    'summary',
    'best_for',
    'not_for',
    'score_reason',
    'rank_reason',
    'image_alt',
  ] as const;
  const texts = [
    ...plain.map((field) => ({ field: field as string, text: item[field] ?? '' })),
    { field: 'cta_text', text: item.cta_text },
    { field: 'body', text: textOfHtml(item.body) },
    { field: 'pros', text: item.pros.join('\n') },
    { field: 'cons', text: item.cons.join('\n') },
    { field: 'attributes', text: Object.entries(item.attributes).flat().join('\n') },
  ];
  const forbiddenWords = offer?.forbidden_words ?? [];
  return texts
    .filter(({ text }) => text !== '')
    .map(({ field, text }) => ({ field: `items.${item.id}.${field}`, text, forbiddenWords }));
}

/** A full offer has room again tomorrow: nothing is wrong with the product. */
const withoutCaps = (offer: OfferFacts | undefined) => offer && { isOpen: offer.isLive };

function productOf(item: itemStore.ItemRow, offers: ReadonlyMap<number, OfferFacts>): GateProduct {
  const offer = offers.get(item.offer_id ?? 0);
  const fallback = offers.get(item.fallback_offer_id ?? 0);
  const demanded = offer?.required_disclaimer ?? null;
  return {
    field: `items.${item.id}`,
    name: item.title ?? offer?.name ?? '',
    pros: item.pros.length,
    cons: item.cons.length,
    link: item.offer_id === null ? undefined : buttonLeadsTo(withoutCaps(offer), withoutCaps(fallback)),
    hasFallback: item.fallback_offer_id !== null,
    hasPrice: offer?.price != null,
    priceCheckedAt: offer?.price_checked_at ?? null,
    hasDisclaimer: demanded === null || `${item.summary ?? ''}\n${textOfHtml(item.body)}`.includes(demanded),
  };
}
