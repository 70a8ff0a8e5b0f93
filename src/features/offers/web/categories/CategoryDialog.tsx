import { useContractForm } from '../../../../platform/web/form.ts';
import { RecordDialog } from '../../../../platform/web/ui/form/RecordDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { type Category, CategoryChange, CategoryInput } from '../../category-contract.ts';
import { CATEGORY_LABELS, toCategoryValues, toCategoryWire } from './category-form.ts';
import { offersClient } from '../client.ts';

type Props = {
  /** Undefined adds a new one. */
  category: Category | undefined;
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or edits a category. */
export function CategoryDialog({ category, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: category ? CategoryChange : CategoryInput,
    values: toCategoryValues(category),
    keepAs: `offer category/${category?.id ?? 'new'}`,
    toWire: toCategoryWire,
  });

  return (
    <RecordDialog
      record={category}
      addTitle="Add category"
      form={form}
      calls={{ create: offersClient.createCategory, update: offersClient.updateCategory }}
      conflict={{ fromRecord: toCategoryValues, labels: CATEGORY_LABELS }}
      savedNotice="Category saved."
      onClose={onClose}
      onSaved={onSaved}
    >
      <FormSection>
        <Wide>
          <TextInput name="name" label="Name" isRequired autoFocus />
        </Wide>
        <TextInput name="slug" label="Slug" help="Blank: made of the name." isMono />
        <TextInput name="sort_order" label="Place" help="Smaller numbers stand first." type="number" />
        <Wide>
          <TextInput name="description" label="Description" rows={2} />
        </Wide>
      </FormSection>
    </RecordDialog>
  );
}
