import Stack from '@mui/material/Stack';
import { EntriesEditor } from '../../../platform/web/ui/inputs/EntriesEditor.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { ImageField } from '../../../platform/web/ui/inputs/ImageField.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { MAX_GALLERY } from '../contract.ts';

/** More pictures of the product. */
export function ReviewGalleryTab() {
  return (
    <FormSection>
      <Wide>
        <EntriesEditor
          name="gallery"
          label="Gallery"
          help={`At most ${MAX_GALLERY} pictures, in this order on the page.`}
          noun="picture"
          addLabel="Add picture"
          max={MAX_GALLERY}
          blank={() => ({ url: null, alt: '' })}
        >
          {(at) => (
            <Stack spacing={1.5}>
              <ImageField name={`${at}.url`} label="Picture" isRequired />
              <TextInput
                name={`${at}.alt`}
                label="Description"
                help="What can be seen, in one sentence; read aloud in place of the picture."
                isRequired
              />
            </Stack>
          )}
        </EntriesEditor>
      </Wide>
    </FormSection>
  );
}
