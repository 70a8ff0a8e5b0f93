import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { ImageField } from '../../../../platform/web/ui/inputs/ImageField.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';

/** The picture of the card and the words of its button. */
export function ItemPictureTab() {
  return (
    <FormSection>
      <Wide>
        <ImageField name="image_url" label="Image" help="Blank: the picture of the offer." />
      </Wide>
      <TextInput
        name="image_alt"
        label="Image description"
        help="For readers who do not see it; required with an image."
      />
      <TextInput name="cta_text" label="Button text" help="2 to 30 characters." isRequired />
    </FormSection>
  );
}
