import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { REDIRECT_CHOICES, ROTATION_CHOICES, STICKY_CHOICES } from '../link-choices.ts';

/** When the link works, and where a visit goes when nothing else takes it. */
export function LinkRoutingTab() {
  const zone = useTimeZone();
  return (
    <>
      <FormSection title="Way out">
        <Wide>
          <TextInput
            name="fallback_url"
            label="Fallback"
            help="Where a visit goes when the link is not running or no destination is live: a path of this site, or an address."
            isRequired
            isMono
          />
        </Wide>
        <SelectInput
          name="redirect_type"
          label="Redirect"
          help="Never a permanent one: browsers would stop asking, and visits would not be counted."
          options={REDIRECT_CHOICES}
        />
        <SelectInput
          name="rotation"
          label="Share visits"
          help="By priority: all to the highest that is live. By auto-optimisation: by weights that follow what visits bring."
          options={ROTATION_CHOICES}
        />
        <SelectInput
          name="sticky"
          label="Returning visitors"
          help="Without a cookie, so it lasts for a day at most."
          options={STICKY_CHOICES}
        />
      </FormSection>
      <FormSection title="Schedule" help={`Times are in ${zone}. Blank: no bound.`}>
        <TextInput name="starts_at" label="Starts" type="datetime-local" />
        <TextInput name="expires_at" label="Ends" type="datetime-local" />
        <TextInput
          name="click_limit"
          label="Visits in all"
          help="Counted from when you set it, bots left out. Blank: no limit."
          type="number"
        />
        <Wide>
          <TextInput name="expired_url" label="Address after the end" help="Blank: the fallback." isMono />
        </Wide>
      </FormSection>
    </>
  );
}
