import { useContractForm } from '../../../../platform/web/form.ts';
import { RecordDialog } from '../../../../platform/web/ui/form/RecordDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { type GuideCategory, GuideCategoryChange, GuideCategoryInput } from '../../contract.ts';
import { categoriesClient } from './category-client.ts';
import { CATEGORY_LABELS, toCategoryValues, toCategoryWire } from './category-form.ts';

type Props = {
  /** Undefined adds a new one. */
  category: GuideCategory | undefined;
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or edits a guide category. */
export function GuideCategoryDialog({ category, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: category ? GuideCategoryChange : GuideCategoryInput,
    values: toCategoryValues(category),
    keepAs: `category/${category?.id ?? 'new'}`,
    toWire: toCategoryWire,
  });

  const slugHelp = category
    ? "The end of the page's address, /categories/... The old one keeps leading there."
    : "The end of the page's address, /categories/... Blank: made of the name.";

  return (
    <RecordDialog
      record={category}
      addTitle="Add category"
      form={form}
      calls={categoriesClient}
      conflict={{ fromRecord: toCategoryValues, labels: CATEGORY_LABELS }}
      savedNotice="Category saved."
      onClose={onClose}
      onSaved={onSaved}
    >
      <FormSection>
        <Wide>
          <TextInput name="name" label="Name" isRequired autoFocus />
        </Wide>
        <Wide>
          <TextInput name="slug" label="Slug" help={slugHelp} isMono />
        </Wide>
        <Wide>
          <TextInput name="description" label="Description" help="Stands on the category's page." rows={3} />
        </Wide>
      </FormSection>
    </RecordDialog>
  );
}
