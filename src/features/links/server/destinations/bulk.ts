import type { BulkChangesReply } from '../../../../platform/paging.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import { type Actor, askPassword } from '../../../../platform/server/http/access.ts';
import { changeOrForesee, tagsAfter } from '../../../../platform/server/records/bulk.ts';
import type { LinkBulk, LinkBulkAct } from '../../list-contract.ts';
import { MAX_LINK_TAGS, MAX_WEIGHT, type Destination, type Link, type Target } from '../../contract.ts';
import * as destinations from '../destinations.ts';
import * as links from '../service.ts';
import * as store from '../store-links.ts';

type Scope = Omit<links.LinkScope, 'count'>;

/** One change for many links, each judged by itself; a dry run says what would change. @throws AppError password_required */
export async function changeLinks(scope: Scope, actor: Actor, { act, ...which }: LinkBulk): Promise<BulkChangesReply> {
  askPassword(actor, act.do === 'fallback' || (act.do === 'move_weight' && act.to.type === 'url'));
  if (act.do === 'move_weight' && leadsTo(act.from)(act.to)) throw invalid('act.to', 'must be another than from');
  // nobody looks at their numbers here
  const at = (trx: Scope['db']) => ({ ...scope, db: trx, count: async () => new Map() });
  return changeOrForesee(scope.db, which, {
    read: async (trx, id) => {
      await store.lock(trx, id);
      return links.getLink(at(trx), id);
    },
    change: (trx, link) => apply(at(trx), actor, link, act),
    tell,
  });
}

type Inside = links.LinkScope;

async function apply(scope: Inside, actor: Actor, link: Link, act: LinkBulkAct): Promise<unknown> {
  switch (act.do) {
    case 'status':
      return links.updateLink(scope, actor, link.id, { status: act.status });
    case 'fallback':
      return links.updateLink(scope, actor, link.id, { fallback_url: act.fallback_url });
    case 'add_tag':
    case 'remove_tag':
      return links.updateLink(scope, actor, link.id, { tags: tagsAfter(link.tags, act, MAX_LINK_TAGS) });
    case 'move_weight':
      return moveWeight(scope, actor, link.id, act);
  }
}

/** Within each rule of a link: what leads to one target loses weight, and what leads to the other gains it. */
async function moveWeight(
  scope: Inside,
  actor: Actor,
  linkId: number,
  { from, to, percent = 100 }: Extract<LinkBulkAct, { do: 'move_weight' }>,
): Promise<void> {
  const all = await destinations.listDestinations(scope, linkId);
  const sources = all.filter(leadsTo(from));
  if (sources.length === 0) throw new AppError('conflict', 'None of its destinations leads there.');
  for (const { id, weight, rule_id } of sources) {
    const moved = Math.round((weight * percent) / 100);
    if (moved === 0) continue;
    const goal = all.filter(leadsTo(to)).find((one) => one.rule_id === rule_id);
    if (goal?.status === 'paused') throw new AppError('conflict', `Its destination “${nameOf(goal)}” is paused.`);
    if (goal && goal.weight + moved > MAX_WEIGHT)
      throw new AppError('conflict', `The weight of “${nameOf(goal)}” would be more than ${MAX_WEIGHT}.`);
    if (!goal) await destinations.addDestination(scope, actor, linkId, { ...to, weight: moved, rule_id });
    const weights = { [id]: weight - moved, ...(goal && { [goal.id]: goal.weight + moved }) };
    await destinations.setWeights(scope, actor, linkId, { weights });
  }
}

type Leading = { type: Target['type']; target_id?: number | null | undefined; url?: string | null | undefined };

const leadsTo =
  (target: Target) =>
  (one: Leading): boolean =>
    one.type === target.type && (one.type === 'url' ? one.url === target.url : one.target_id === target.target_id);

const nameOf = (one: Pick<Destination, 'name' | 'target_name'>): string => one.name || one.target_name;

function tell(link: Link): Record<string, string> {
  const weights: Record<string, string> = {};
  for (const { name, weight } of link.destinations) {
    // two may have one name, as when each is in a rule of its own
    let what = `Weight of ${name}`;
    for (let n = 2; what in weights; n += 1) what = `Weight of ${name} (${n})`;
    weights[what] = String(weight);
  }
  return { Status: link.status, Tags: link.tags.join(', '), Fallback: link.fallback_url, ...weights };
}
