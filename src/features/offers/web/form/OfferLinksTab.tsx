import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { MacroChips } from './MacroChips.tsx';
import { UrlPreview } from './UrlPreview.tsx';

/** Where visitors are sent, and what the address carries. */
export function OfferLinksTab() {
  return (
    <FormSection>
      <Wide>
        <TextInput
          name="url"
          label="Offer URL"
          help="The affiliate link. The network's click parameter and extra parameters are added by themselves."
          type="url"
          rows={2}
          isRequired
          isMono
          placeholder="https://"
        />
      </Wide>
      <Wide>
        <UrlPreview />
      </Wide>
      <Wide>
        <MacroChips />
      </Wide>
      <Wide>
        <TextInput
          name="preview_url"
          label="Product page"
          help="Without your id, for editors and checks."
          type="url"
          placeholder="https://"
        />
      </Wide>
    </FormSection>
  );
}
