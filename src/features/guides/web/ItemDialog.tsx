import { useContractForm } from '../../../platform/web/form.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { FormTabs } from '../../../platform/web/ui/FormTabs.tsx';
import { type Item, ItemChange, ItemInput } from '../contract.ts';
import { guidesClient } from './client.ts';
import { ITEM_LABELS, toItemValues, toItemWire } from './item-form.ts';
import { ItemPictureTab } from './ItemPictureTab.tsx';
import { ItemProductTab } from './ItemProductTab.tsx';
import { ItemTextTab } from './ItemTextTab.tsx';

type Props = {
  guideId: number;
  /** Undefined adds a new one, placed last. */
  item: Item | undefined;
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or edits a product of a guide. */
export function ItemDialog({ guideId, item, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: item ? ItemChange : ItemInput,
    values: toItemValues(item),
    toWire: toItemWire,
  });

  const handleSave = async (wire: ItemInput | ItemChange) => {
    const saved = item
      ? await guidesClient.updateItem(guideId, item.id, wire)
      : await guidesClient.addItem(guideId, wire);
    onSaved(saved.message ?? (item ? 'Product saved.' : 'Product added.'));
  };

  return (
    <FormDialog
      title={item ? `Edit ${item.display_title}` : 'Add Product'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: toItemValues, labels: ITEM_LABELS }}
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
              'score',
              'is_visible',
              'sponsored_placement',
            ],
            content: <ItemProductTab item={item} />,
          },
          {
            label: 'Text',
            fields: ['summary', 'body', 'pros', 'cons', 'best_for', 'not_for'],
            content: <ItemTextTab />,
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
