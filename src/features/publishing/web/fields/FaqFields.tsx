import Stack from '@mui/material/Stack';
import { EntriesEditor } from '../../../../platform/web/ui/inputs/EntriesEditor.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { MAX_FAQ } from '../../contract.ts';

/** Questions with their answers, under `faq`. */
export function FaqFields() {
  return (
    <FormSection>
      <Wide>
        <EntriesEditor
          name="faq"
          label="Questions and answers"
          help="What readers ask, in their words. Plain text, in this order on the page."
          noun="question"
          addLabel="Add question"
          max={MAX_FAQ}
          blank={() => ({ question: '', answer: '' })}
        >
          {(at) => (
            <Stack spacing={1.5}>
              <TextInput name={`${at}.question`} label="Question" isRequired />
              <TextInput name={`${at}.answer`} label="Answer" isRequired rows={3} />
            </Stack>
          )}
        </EntriesEditor>
      </Wide>
    </FormSection>
  );
}
