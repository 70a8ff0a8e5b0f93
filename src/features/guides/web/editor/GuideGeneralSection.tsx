import { useFormContext } from 'react-hook-form';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { ImageField } from '../../../../platform/web/ui/inputs/ImageField.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import type { GuideCategory } from '../../contract.ts';
import { STATUS_CHOICES } from '../../../publishing/web/status-choices.ts';

type Props = { categories: readonly GuideCategory[] };

/** What the guide is called, where it stands, and its picture. */
export function GuideGeneralSection({ categories }: Props) {
  const { formState } = useFormContext();
  const storedSlug = formState.defaultValues?.['slug'] as string | undefined;
  return (
    <FormSection>
      <Wide>
        <TextInput name="title" label="Title" isRequired />
      </Wide>
      <SelectInput name="status" label="Status" isRequired options={STATUS_CHOICES} />
      <SelectInput
        name="category_id"
        label="Category"
        none="None"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Wide>
        <TextInput
          name="slug"
          label="Slug"
          isMono
          help={`Ends the address of the page; old addresses lead to the new one. Blank: ${storedSlug || 'made of the title'}.`}
        />
      </Wide>
      <Wide>
        <TextInput
          name="excerpt"
          label="Excerpt"
          rows={2}
          help="One or two sentences for cards and search. Blank: the first words of the text."
        />
      </Wide>
      <Wide>
        <ImageField name="main_image_url" label="Main Image" />
      </Wide>
      <Wide>
        <TextInput
          name="main_image_alt"
          label="Image description"
          help="What the picture shows, for those who cannot see it. Blank: the picture counts as decoration."
        />
      </Wide>
    </FormSection>
  );
}
