import Stack from '@mui/material/Stack';
import { EntriesEditor } from '../../../platform/web/ui/inputs/EntriesEditor.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { RichText } from '../../../platform/web/ui/rich-text/RichText.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { MAX_SECTIONS } from '../contract.ts';

/** Headings that most reviews need. */
const USUAL = ['What it is', 'Ingredients', 'Safety and interactions', 'Price and refund', 'How we judged it'];

/** The text of the page, section by section, in their order. */
export function ReviewTextTab() {
  return (
    <FormSection>
      <Wide>
        <EntriesEditor
          name="sections"
          label="Sections"
          help="The text of the page in this order. Begin with a usual heading, or with your own."
          noun="section"
          addLabel="Add section"
          max={MAX_SECTIONS}
          blank={() => ({ heading: '', body: '' })}
          starts={USUAL.map((heading) => ({ label: heading, entry: { heading, body: '' } }))}
        >
          {(at) => (
            <Stack spacing={1.5}>
              <TextInput name={`${at}.heading`} label="Heading" isRequired />
              <RichText name={`${at}.body`} label="Text" />
            </Stack>
          )}
        </EntriesEditor>
      </Wide>
    </FormSection>
  );
}
