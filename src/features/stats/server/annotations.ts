import { changesOf } from '../../accounts/server/service.ts';
import { guideNames } from '../../guides/server/service.ts';
import { TO_GUIDE } from '../../links/contract.ts';
import { destinationNames } from '../../links/server/service.ts';
import { reviewNames } from '../../reviews/server/service.ts';
import { ANNOTATED, annotationsOf, type Annotation, type Change } from '../annotations.ts';
import { ABOUT_GUIDES, type AnnotationQuery, type Annotations } from '../annotation-contract.ts';
import { frameOf, type Scope } from '../../reports/server/service.ts';

const MOST = 1000;
/** Another zone or currency moves the days before it as well: the last such changes after a range are told with it. */
const MOST_LATER = 3;

type About = AnnotationQuery['about'];
const ENTITIES: Record<About, readonly (typeof ANNOTATED)[number][]> = {
  all: ANNOTATED,
  [ABOUT_GUIDES]: ['guide', 'guide_item', 'offer', 'settings'],
  reviews: ['review', 'offer', 'settings'],
  offers: ['offer', 'settings'],
  links: ['destination', 'link', 'settings'],
};

/** What may have moved the curves of a range: changes of content, prices, ranks, weights and payouts. @throws AppError not_found */
export async function annotations(scope: Scope, { about, link_id, ...query }: AnnotationQuery): Promise<Annotations> {
  const { frame, said } = await frameOf(scope, query);
  const [changes, later, guides, reviews, ofLink] = await Promise.all([
    changesOf(scope.db, {
      entities: link_id === undefined ? ENTITIES[about] : ENTITIES.links,
      from: frame.range.from,
      to: frame.range.to,
      limit: MOST,
    }),
    changesOf(scope.db, { entities: ['settings'], from: frame.range.to, to: scope.clock(), limit: MOST }),
    guideNames(scope.db),
    reviewNames(scope.db),
    link_id === undefined ? undefined : destinationNames(scope, link_id),
  ]);
  const titles = new Map<string, string>([
    ...guides.map((guide) => [`${TO_GUIDE} ${guide.id}`, guide.title] as const),
    ...reviews.map((review) => [`review ${review.id}`, review.title] as const),
  ]);
  // a destination without a name of its own is on record by the number of what it leads to
  const nameOf = ({ entity, entity_name }: Change) =>
    entity === 'destination' ? titles.get(entity_name ?? '') : undefined;
  const isAsked = ({ entity, entity_id }: Change): boolean =>
    ofLink === undefined ||
    entity === 'settings' ||
    (entity === 'link' ? entity_id === String(link_id) : ofLink.has(Number(entity_id)));
  // of an offer, the pages feel the price and the payout; its other fields are the offers' own matter
  const isFelt = ({ entity, kind }: Annotation): boolean =>
    about === 'all' || about === 'offers' || entity !== 'offer' || kind !== 'content';
  const data = annotationsOf(changes.filter(isAsked), frame.zone, nameOf).filter(isFelt);
  data.unshift(...annotationsOf(later, frame.zone, nameOf).slice(0, MOST_LATER));
  return { data, is_complete: changes.length < MOST, ...said };
}
