import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { ImageField } from '../../../../platform/web/ui/inputs/ImageField.tsx';
import { RichText } from '../../../../platform/web/ui/rich-text/RichText.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { STATUS_CHOICES } from '../../../publishing/web/status-choices.ts';

/** The fields of a guide, the same for a new one, an old one and a copy. */
export function GuideFields() {
  return (
    <FormSection>
      <Wide>
        <TextInput name="title" label="Title" isRequired autoFocus />
      </Wide>
      <SelectInput name="status" label="Status" isRequired options={STATUS_CHOICES} />
      <TextInput name="author_name" label="Author Name" />
      <Wide>
        <RichText name="description" label="Description" />
      </Wide>
      <Wide>
        <ImageField name="main_image_url" label="Main Image" />
      </Wide>
    </FormSection>
  );
}
