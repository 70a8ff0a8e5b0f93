import type { Deps } from '../../../platform/server/deps.ts';
import type { Guide, GuideInput, Item, ItemInput } from '../contract.ts';
import { createGuide } from './service.ts';
import { addItem } from './items.ts';

let made = 0;

/** A guide as the administrator would make it: published, without products. */
export function buildGuide(deps: Pick<Deps, 'db' | 'clock'>, input: Partial<GuideInput> = {}): Promise<Guide> {
  made += 1;
  const scope = { ...deps, countViews: () => Promise.resolve(new Map<number, number>()) };
  return createGuide(scope, undefined, { title: `Guide ${made}`, ...input });
}

/** A product placed last in a guide, fit to be public: an editorial mention unless an offer is named. */
export function buildItem(deps: Pick<Deps, 'db' | 'clock'>, guideId: number, input: ItemInput = {}): Promise<Item> {
  made += 1;
  return addItem(deps, undefined, guideId, {
    title: `Product ${made}`,
    pros: ['Easy to carry'],
    cons: ['Hard to wash'],
    ...input,
  });
}

/** A guide with a product, as the lists of the site take it. */
export async function buildListedGuide(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: Partial<GuideInput> = {},
): Promise<Guide> {
  const guide = await buildGuide(deps, input);
  await buildItem(deps, guide.id);
  return guide;
}
