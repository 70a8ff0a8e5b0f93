import { blankToNull, toText } from '../../../../platform/web/form.ts';
import type { Item, ItemRanking } from '../../contract.ts';
import type { Badge } from '../../item-fields.ts';
import { orderConflicts } from '../../order.ts';
import { totalScore } from '../../rules.ts';
import { toPoints, toTenths, type Rubric } from '../product-editor/item-form.ts';

/** What the dialog holds of one product: everything typed is text. */
export type RankedValues = ReturnType<typeof toRanked>;
export type RankingValues = { items: RankedValues[] };

const toRanked = (item: Item, rubric: Rubric) => ({
  item_id: item.id,
  name: item.display_title,
  is_visible: item.is_visible,
  version: item.version,
  badge: (item.badge ?? '') as Badge | '',
  badge_text: toText(item.badge_text),
  score: toText(item.score),
  score_reason: toText(item.score_reason),
  rank_reason: toText(item.rank_reason),
  scores: Object.fromEntries(rubric.map(({ key }) => [key, toText(item.scores[key])])),
});

/** The products of a guide as the dialog shows them, by rank. */
export const toRankingValues = (items: readonly Item[], rubric: Rubric): RankingValues => ({
  items: items.map((item) => toRanked(item, rubric)),
});

const TYPED = ['badge', 'badge_text', 'score', 'score_reason', 'rank_reason', 'scores'] as const;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The dialog as the contract wants it. Of a product that nobody touched only the place is sent, so that it gets no new revision. */
export function toRankingWire({ items }: RankingValues, before: RankingValues): ItemRanking {
  const old = new Map(before.items.map((one) => [one.item_id, one]));
  return {
    items: items.map((one) => {
      const was = old.get(one.item_id);
      const place = { id: one.item_id, version: one.version };
      if (was && TYPED.every((name) => same(one[name], was[name]))) return place;
      return {
        ...place,
        badge: one.badge || null,
        badge_text: blankToNull(one.badge_text),
        score: toPoints(one.score),
        score_reason: blankToNull(one.score_reason),
        rank_reason: blankToNull(one.rank_reason),
        scores: Object.fromEntries(
          Object.entries(one.scores).flatMap(([key, text]) => {
            const points = toPoints(text);
            return points === null ? [] : [[key, points]];
          }),
        ),
      };
    }),
  };
}

/** What readers will see as its score, in tenths; null without one. */
export const scoreOf = ({ score, scores }: RankedValues, rubric: Rubric): number | null =>
  toTenths({ score })['score'] ?? totalScore(rubric, toTenths(scores)) ?? null;

/** Who stands where score or badge does not put it and gives no reason, by product, in the words of the checklist. */
export function openConflicts(items: readonly RankedValues[], rubric: Rubric): Map<number, string> {
  const standings = items
    .filter((one) => one.is_visible)
    .map((one) => ({
      id: one.item_id,
      name: one.name,
      badge: one.badge || null,
      // without criteria there is nothing that the order must follow, only a best overall that is not the first
      score: rubric.length > 0 ? scoreOf(one, rubric) : null,
    }));
  const told = new Set(items.filter((one) => one.rank_reason.trim() !== '').map((one) => one.item_id));
  return new Map(
    orderConflicts(standings)
      .filter(({ id }) => !told.has(id))
      .map(({ id, message }) => [id, message]),
  );
}

/** My changes over what somebody else saved meanwhile. @property clashes what both of us changed; mine stands in the form */
export function mergeRanking(
  before: RankingValues,
  mine: RankingValues,
  fresh: RankingValues,
): { values: RankingValues; clashes: string[] } {
  const [old, theirs] = [byId(before), byId(fresh)];
  const clashes: string[] = [];
  const kept = mine.items.flatMap((one) => {
    const [was, now] = [old.get(one.item_id), theirs.get(one.item_id)];
    if (!now) return [];
    const changed = TYPED.filter((name) => !same(one[name], was?.[name]));
    clashes.push(
      ...changed
        .filter((name) => !same(now[name], was?.[name]) && !same(now[name], one[name]))
        .map((name) => `${one.name}: ${WORDS[name]}`),
    );
    return [{ ...now, ...Object.fromEntries(changed.map((name) => [name, one[name]])) }];
  });
  const known = new Set(kept.map((one) => one.item_id));
  const isMoved = !same(before.items.map(idOf), mine.items.map(idOf));
  const all = [...kept, ...fresh.items.filter((one) => !known.has(one.item_id))];
  const inTheirs = new Map(fresh.items.map((one, place) => [one.item_id, place]));
  const items = isMoved ? all : all.toSorted((a, b) => inTheirs.get(a.item_id)! - inTheirs.get(b.item_id)!);
  return { values: { items }, clashes };
}

const idOf = (one: RankedValues): number => one.item_id;
const byId = ({ items }: RankingValues) => new Map(items.map((one) => [one.item_id, one]));

const WORDS: Record<(typeof TYPED)[number], string> = {
  badge: 'badge',
  badge_text: 'badge text',
  score: 'score',
  score_reason: 'reason for the score',
  rank_reason: 'reason for the place',
  scores: 'scores',
};
