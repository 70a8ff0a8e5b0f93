import { useContractForm } from '../../../../platform/web/form.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormTabs } from '../../../../platform/web/ui/form/FormTabs.tsx';
import { type Guide, type Item, ItemInput } from '../../contract.ts';
import { guidesClient } from '../client.ts';
import { toItemValues, toItemWire } from '../product-editor/item-form.ts';
import { itemSections } from '../product-editor/item-sections.tsx';

type Props = {
  guide: Guide;
  /** Every product of the guide. */
  items: readonly Item[];
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds a product to a guide, placed last. */
export function AddItemDialog({ guide, items, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: ItemInput,
    values: toItemValues(undefined, guide.rubric),
    keepAs: `product/new in ${guide.id}`,
    toWire: toItemWire,
  });

  const handleSave = async ({ is_visible: isVisible, ...wire }: ItemInput) => {
    // visible is the default: left out, a product that lacks something comes hidden into a public guide
    const body = isVisible ? wire : { ...wire, is_visible: false };
    const { message = 'Product added.' } = await guidesClient.addItem(guide.id, body);
    onSaved(message);
  };

  return (
    <FormDialog
      title="Add Product"
      form={form}
      onSave={handleSave}
      onClose={onClose}
      failureNotice="Failed to save product."
    >
      <FormTabs tabs={itemSections(guide.rubric, undefined, items)} />
    </FormDialog>
  );
}
