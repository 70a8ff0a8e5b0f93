import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { RichText } from '../../../platform/web/ui/RichText.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';

/** What the guide says about the product. */
export function ItemTextTab() {
  return (
    <FormSection>
      <Wide>
        <TextInput name="summary" label="Summary" help="One or two sentences, at most 300 characters." rows={2} />
      </Wide>
      <Wide>
        <RichText name="body" label="Text" />
      </Wide>
      <TextInput name="pros" label="Pros" help="One on a line, at most 8." rows={3} />
      <TextInput name="cons" label="Cons" help="One on a line, at most 8. A fair list names at least one." rows={3} />
      <TextInput name="best_for" label="Best for" />
      <TextInput name="not_for" label="Not for" />
    </FormSection>
  );
}
