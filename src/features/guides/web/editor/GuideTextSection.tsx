import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { RichText } from '../../../../platform/web/ui/rich-text/RichText.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';

/** The text of the guide itself. */
export function GuideTextSection() {
  return (
    <FormSection>
      <Wide>
        <RichText
          name="description"
          label="Description"
          help="What stands above the products: whom the guide is for, and what to look at when buying."
        />
      </Wide>
    </FormSection>
  );
}
