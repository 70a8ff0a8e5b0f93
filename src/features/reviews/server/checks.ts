import { notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { creditsOf } from '../../people/server/service.ts';
import type { Check, Content } from '../../publishing/contract.ts';
import { textOfHtml } from '../../../platform/text/html-text.ts';
import { judge } from '../../publishing/server/checklist.ts';
import { type GateFacts, type GateText } from '../../publishing/gate.ts';
import { withEdits } from './review-columns.ts';
import * as store from './store.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

/** The publish checklist of a review with edits over it. @throws AppError not_found */
export async function reviewChecks(scope: Scope, id: number, edits: Content): Promise<Check[]> {
  const row = await store.find(scope.db, id);
  if (!row) throw notFound('Content');
  return judgeReview(scope, withEdits(row, edits));
}

/** The publish checklist of a review as it stands in the store or would stand. */
export const judgeReview = async (scope: Scope, row: store.ReviewRow): Promise<Check[]> =>
  judge(await factsOf(scope.db, row, scope.clock()), scope.clock());

async function factsOf(db: Db, row: store.ReviewRow, now: Date): Promise<GateFacts> {
  const offer = (await offersById(db, [row.offer_id], now)).get(row.offer_id);
  const credits = (await creditsOf(db, [row]))(row);
  const texts = textsOf(row);
  const demanded = offer?.required_disclaimer ?? null;
  return {
    noun: 'review',
    texts: texts.map((text) => ({ ...text, forbiddenWords: offer?.forbidden_words ?? [] })),
    products: [
      {
        field: '',
        name: offer?.name ?? '',
        pros: row.pros.length,
        cons: row.cons.length,
        link: offer?.isLive ? 'offer' : 'none',
        hasFallback: false,
        hasPrice: offer?.price != null,
        priceCheckedAt: offer?.price_checked_at ?? null,
        hasDisclaimer: demanded === null || texts.some(({ text }) => text.includes(demanded)),
      },
    ],
    images: [
      ...(row.main_image_url === null
        ? []
        : [{ field: 'main_image_alt', hasAlt: row.main_image_alt !== null, isDemanded: false }]),
      ...row.gallery.map(({ alt }, i) => ({ field: `gallery.${i}.alt`, hasAlt: alt !== '', isDemanded: true })),
    ],
    tested: row.tested,
    hasMethodology: row.sections.some(({ body }) => textOfHtml(body) !== ''),
    hasAuthor: credits.author !== null || row.author_name !== null,
    hasReviewer: credits.reviewer !== null,
    hasSources: row.sources.length > 0,
    hasBestOverall: undefined,
  };
}

function textsOf(row: store.ReviewRow): GateText[] {
  const plain = ['title', 'verdict', 'main_image_alt', 'meta_title', 'meta_description'] as const;
  return [
    ...plain.map((field) => ({ field: field as string, text: row[field] ?? '' })),
    { field: 'pros', text: row.pros.join('\n') },
    { field: 'cons', text: row.cons.join('\n') },
    { field: 'sub_scores', text: row.sub_scores.map(({ name }) => name).join('\n') },
    ...row.sections.map(({ heading, body }, i) => ({
      field: `sections.${i}.body`,
      text: `${heading}\n${textOfHtml(body)}`,
    })),
    ...row.faq.map(({ question, answer }, i) => ({ field: `faq.${i}`, text: `${question}\n${answer}` })),
    ...row.gallery.map(({ alt }, i) => ({ field: `gallery.${i}.alt`, text: alt })),
  ].filter(({ text }) => text !== '');
}
