import type { Badge } from './item-fields.ts';
import { badgeWords } from './rules.ts';

/** What readers see of a product's standing. @property score in tenths; null without one */
export type Standing = { id: number; score: number | null; badge: Badge | null };

type Named = Standing & { name: string };

/** A product that stands where its score or badge does not put it; `message` says so to editors. */
export type OrderConflict = { id: number; message: string };

/**
 * The products that stand above one with a higher score, and a best overall below the first place. Products without a score are not
 * compared.
 * @param products those that readers see, in their order
 */
export function orderConflicts(products: readonly Named[]): OrderConflict[] {
  return products.flatMap((product, at) => {
    const { id, name, score, badge } = product;
    const higher = score === null ? undefined : highest(products.slice(at + 1), score);
    return [
      ...(higher
        ? [
            {
              id,
              message: `${name} (${points(score)}) stands above ${higher.name}, which scores ${points(higher.score)}`,
            },
          ]
        : []),
      ...(badge === 'best_overall' && at > 0
        ? [{ id, message: `${name} is “${badgeWords(badge)}” and stands in place ${at + 1}` }]
        : []),
    ];
  });
}

const highest = <T extends Standing>(products: readonly T[], above: number): T | undefined =>
  products.reduce<T | undefined>((best, one) => ((one.score ?? -1) > (best?.score ?? above) ? one : best), undefined);

/** The products in the order of their scores, the higher first; equals keep their places, those without a score come last. */
export const byScore = <T extends { score: number | null }>(products: readonly T[]): T[] =>
  products.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));

/** Did a score change, the order of those that stay, or did one come in? One that is taken out changes nothing of the others. */
export function isReordered(before: readonly Standing[], after: readonly Standing[]): boolean {
  const left = new Set(after.map(({ id }) => id));
  const stayed = before.filter(({ id }) => left.has(id));
  return (
    stayed.length !== after.length ||
    stayed.some(({ id, score }, at) => id !== after[at]!.id || score !== after[at]!.score)
  );
}

/** The most products that one entry names of each kind. */
const MOST_NAMED = 12;

/**
 * What an entry of the reader changelog says of a change of order, scores and badges; undefined when none of them changed. Products that
 * came in or went are not told of: the others moved up or down without anybody moving them.
 */
export function tellOrder(before: readonly Standing[], after: readonly Named[]): string | undefined {
  const old = new Map(before.map((one, at) => [one.id, { ...one, place: at + 1 }]));
  const stays = after.flatMap((one, at) => {
    const was = old.get(one.id);
    return was ? [{ ...one, place: at + 1, was }] : [];
  });
  const sequence = stays.toSorted((a, b) => a.was.place - b.was.place);
  const parts = [
    said(
      'Order',
      stays
        .filter(({ id }, at) => sequence[at]!.id !== id)
        .map(({ name, place, was }) => `${name} from ${was.place} to ${place}`),
    ),
    said(
      'Score',
      stays
        .filter(({ score, was }) => score !== was.score)
        .map(({ name, score, was }) => `${name} from ${points(was.score)} to ${points(score)}`),
    ),
    said(
      'Badge',
      stays
        .filter(({ badge, was }) => badge !== was.badge)
        .map(({ name, badge, was }) => `${name} from ${badgeName(was.badge)} to ${badgeName(badge)}`),
    ),
  ];
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

function said(what: string, changes: readonly string[]): string | undefined {
  if (changes.length === 0) return undefined;
  const more = changes.length > MOST_NAMED ? ` and ${changes.length - MOST_NAMED} more` : '';
  return `${what}: ${changes.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

const points = (tenths: number | null): string => (tenths === null ? 'none' : (tenths / 10).toFixed(1));

const badgeName = (badge: Badge | null): string => (badge === null ? 'none' : `“${badgeWords(badge)}”`);
