import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { KeyValueEditor } from '../../../platform/web/ui/KeyValueEditor.tsx';
import { SwitchInput } from '../../../platform/web/ui/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';

/** How our click id and further sub ids travel to the network. */
export function NetworkLinksTab() {
  return (
    <FormSection>
      <TextInput
        name="click_param"
        label="Click parameter"
        help="The query key in which this network takes your click id, such as tid or s2."
        isMono
      />
      <SwitchInput
        name="append_click_id"
        label="Add click id to offer URLs"
        help="Once, where an offer URL has no {click_id} of its own."
      />
      <Wide>
        <KeyValueEditor
          name="extra_params"
          label="Extra parameters"
          help="Sub ids that every offer URL of this network carries. Values may hold macros such as {guide.slug} or {rank}."
          keyLabel="Key"
          valueLabel="Value"
          addLabel="Add parameter"
          max={20}
        />
      </Wide>
    </FormSection>
  );
}
