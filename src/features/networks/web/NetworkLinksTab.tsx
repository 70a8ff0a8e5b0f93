import { FormFields } from '../../../platform/web/ui/form/FormFields.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { KeyValueEditor } from '../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { NETWORK_SECTIONS } from './network-form.ts';

/** How our click id and further sub ids travel to the network. */
export function NetworkLinksTab() {
  return (
    <FormSection>
      <FormFields
        labels={NETWORK_SECTIONS.links}
        inputs={{
          click_param: (field) => (
            <TextInput
              {...field}
              help="The query key in which this network takes your click id, such as tid or s2."
              isMono
            />
          ),
          append_click_id: (field) => (
            <SwitchInput {...field} help="Once, where an offer URL has no {click_id} of its own." />
          ),
          extra_params: (field) => (
            <Wide>
              <KeyValueEditor
                {...field}
                help="Sub ids that every offer URL of this network carries. Values may hold macros such as {guide.slug} or {rank}."
                keyLabel="Key"
                valueLabel="Value"
                addLabel="Add parameter"
                max={20}
              />
            </Wide>
          ),
        }}
      />
    </FormSection>
  );
}
