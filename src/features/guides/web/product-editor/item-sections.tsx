import type { FormTab } from '../../../../platform/web/ui/form/FormTabs.tsx';
import type { Item } from '../../contract.ts';
import type { Rubric } from './item-form.ts';
import { ItemFactsTab } from './ItemFactsTab.tsx';
import { ItemPictureTab } from './ItemPictureTab.tsx';
import { ItemProductTab } from './ItemProductTab.tsx';
import { ItemScoresTab } from './ItemScoresTab.tsx';
import { ItemTextTab } from './ItemTextTab.tsx';

/** The form of a product, part by part. @param others the other products of the guide */
export const itemSections = (rubric: Rubric, item: Item | undefined, others: readonly Item[]): FormTab[] => [
  {
    label: 'Product',
    fields: ['offer_id', 'fallback_offer_id', 'title', 'badge', 'badge_text', 'is_visible', 'sponsored_placement'],
    content: <ItemProductTab item={item} others={others} />,
  },
  {
    label: rubric.length > 0 ? 'Scores' : 'Score',
    fields: ['scores', 'score', 'score_reason', 'rank_reason'],
    content: <ItemScoresTab rubric={rubric} />,
  },
  {
    label: 'Text',
    fields: ['summary', 'body', 'pros', 'cons', 'best_for', 'not_for'],
    content: <ItemTextTab />,
  },
  { label: 'Facts', fields: ['attributes'], content: <ItemFactsTab labelsOfOthers={labelsOf(others)} /> },
  {
    label: 'Picture & button',
    fields: ['image_url', 'image_alt', 'cta_text'],
    content: <ItemPictureTab />,
  },
];

/** At most so many labels are offered: more would be a wall. */
const OFFERED = 12;

const labelsOf = (items: readonly Item[]): string[] => {
  const facts = items.flatMap((item) => Object.entries(item.attributes));
  return [...new Set(facts.filter(([, value]) => value !== '').map(([label]) => label))].slice(0, OFFERED);
};
