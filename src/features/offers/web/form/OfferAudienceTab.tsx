import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { DEVICES } from '../../contract.ts';

/** Which visitors the advertiser takes; tracking links do not send others. */
export function OfferAudienceTab() {
  return (
    <>
      <FormSection
        title="Countries"
        help="Tracking links send no visitor whom the offer does not take. A visitor whose country is not known counts as taken."
      >
        <Wide>
          <TextInput
            name="countries_allowed"
            label="Only these countries"
            help="Codes of two letters, separated by commas. Blank: every country."
            placeholder="DE, AT, CH"
            isMono
          />
        </Wide>
        <Wide>
          <TextInput
            name="countries_blocked"
            label="Not these countries"
            help="Instead of the list above."
            placeholder="RU, BY"
            isMono
          />
        </Wide>
      </FormSection>
      <FormSection title="Devices" help="None chosen: every device.">
        {DEVICES.map((device) => (
          <SwitchInput
            key={device}
            name={`devices_allowed.${device}`}
            label={device.charAt(0).toUpperCase() + device.slice(1)}
          />
        ))}
      </FormSection>
    </>
  );
}
