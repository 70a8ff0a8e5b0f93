import { useContractForm } from '../../../../platform/web/form.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
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

  const handleSave = async (wire: GuideCategoryInput | GuideCategoryChange) => {
    const saved = category
      ? await categoriesClient.update(category.id, wire)
      : await categoriesClient.create(wire as GuideCategoryInput);
    onSaved(saved.message ?? 'Category saved.');
  };

  const slugHelp = category
    ? "The end of the page's address, /categories/... The old one keeps leading there."
    : "The end of the page's address, /categories/... Blank: made of the name.";

  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'Add category'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: toCategoryValues, labels: CATEGORY_LABELS }}
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
    </FormDialog>
  );
}
