import { useContractForm } from '../../../platform/web/form.ts';
import { ApiError } from '../../../platform/web/http.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { FormTabs } from '../../../platform/web/ui/FormTabs.tsx';
import { type Guide, type Item, ItemChange, ItemInput } from '../contract.ts';
import { guidesClient } from './client.ts';
import { doubledLabel, ITEM_LABELS, toItemValues, toItemWire } from './item-form.ts';
import { ItemFactsTab } from './ItemFactsTab.tsx';
import { ItemPictureTab } from './ItemPictureTab.tsx';
import { ItemProductTab } from './ItemProductTab.tsx';
import { ItemScoresTab } from './ItemScoresTab.tsx';
import { ItemTextTab } from './ItemTextTab.tsx';

type Props = {
  guide: Guide;
  /** Undefined adds a new one, placed last. */
  item: Item | undefined;
  /** Every product of the guide. */
  items: readonly Item[];
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or edits a product of a guide. */
export function ItemDialog({ guide, item, items, onClose, onSaved }: Props) {
  const { id: guideId, rubric } = guide;
  const toValues = (of: Item | undefined) => toItemValues(of, rubric);
  const form = useContractForm({
    schema: item ? ItemChange : ItemInput,
    values: toValues(item),
    toWire: toItemWire,
  });

  const handleSave = async (wire: ItemInput | ItemChange) => {
    refuseDoubled(form.getValues('attributes'));
    const saved = item
      ? await guidesClient.updateItem(guideId, item.id, wire)
      : await guidesClient.addItem(guideId, wire);
    onSaved(saved.message ?? (item ? 'Product saved.' : 'Product added.'));
  };

  const others = items.filter((one) => one.id !== item?.id);
  return (
    <FormDialog
      title={item ? `Edit ${item.display_title}` : 'Add Product'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: toValues, labels: ITEM_LABELS }}
      failureNotice="Failed to save product."
    >
      <FormTabs
        tabs={[
          {
            label: 'Product',
            fields: [
              'offer_id',
              'fallback_offer_id',
              'title',
              'badge',
              'badge_text',
              'is_visible',
              'sponsored_placement',
            ],
            content: <ItemProductTab item={item} others={others} />,
          },
          {
            label: rubric.length > 0 ? 'Scores' : 'Score',
            fields: ['scores', 'score', 'score_reason'],
            content: <ItemScoresTab rubric={rubric} />,
          },
          {
            label: 'Text',
            fields: ['summary', 'body', 'pros', 'cons', 'best_for', 'not_for'],
            content: <ItemTextTab />,
          },
          {
            label: 'Facts',
            fields: ['attributes'],
            content: <ItemFactsTab labelsOfOthers={labelsOf(others)} />,
          },
          {
            label: 'Picture & button',
            fields: ['image_url', 'image_alt', 'cta_text'],
            content: <ItemPictureTab />,
          },
        ]}
      />
    </FormDialog>
  );
}

/** Of two facts under one label the wire would keep one. @throws ApiError */
function refuseDoubled(rows: Parameters<typeof doubledLabel>[0]): void {
  const label = doubledLabel(rows);
  if (label === undefined) return;
  const reason = `“${label}” stands here twice; take one of them away.`;
  throw new ApiError(400, 'validation_failed', reason, { errors: { attributes: [reason] } });
}

/** At most so many labels are offered: more would be a wall. */
const OFFERED = 12;

const labelsOf = (items: readonly Item[]): string[] => {
  const facts = items.flatMap((item) => Object.entries(item.attributes));
  return [...new Set(facts.filter(([, value]) => value !== '').map(([label]) => label))].slice(0, OFFERED);
};
