import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { RichText } from '../../../platform/web/ui/RichText.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';

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
