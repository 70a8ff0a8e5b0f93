import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { RichText } from '../../../../platform/web/ui/rich-text/RichText.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { PointFields } from '../../../publishing/web/PointFields.tsx';
import { MAX_POINTS } from '../../limits.ts';

/** What the guide says about the product. */
export function ItemTextTab() {
  return (
    <FormSection>
      <Wide>
        <TextInput name="summary" label="Summary" help="One or two sentences, at most 300 characters." rows={2} />
      </Wide>
      <PointFields max={MAX_POINTS} consHelp="Readers of a public guide get at least one." />
      <TextInput name="best_for" label="Best for" />
      <TextInput name="not_for" label="Not for" />
      <Wide>
        <RichText name="body" label="Text" />
      </Wide>
    </FormSection>
  );
}
