import { useWatch } from 'react-hook-form';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { KeyValueEditor } from '../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { CONVERSION_STATUSES } from '../../networks/conversion-statuses.ts';
import { SOURCES_LASTING } from '../lasting.ts';
import { PostbackBuilder } from './PostbackBuilder.tsx';
import { EVENT_CHOICES, METHOD_CHOICES } from './source-choices.ts';
import type { SourceValues } from './source-form.ts';
import { StatusWarning } from './StatusWarning.tsx';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** How the source is told of conversions. */
export function SourcePostbackTab() {
  const method = useWatch<SourceValues, 'postback_method'>({ name: 'postback_method' });
  return (
    <>
      <FormSection>
        <SwitchInput name="postback_enabled" label="Send postbacks" />
        <SelectInput name="postback_method" label="Method" options={METHOD_CHOICES} />
        <Wide>
          <PostbackBuilder />
        </Wide>
        {method === 'POST' && (
          <Wide>
            <TextInput name="postback_body" label="Body" help="Macros are filled in here too." rows={4} isMono />
          </Wide>
        )}
        <Wide>
          <KeyValueEditor
            name="postback_headers"
            label="Headers"
            help="Values are stored sealed and never shown again; dots keep the stored one."
            keyLabel="Header"
            valueLabel="Value"
            addLabel="Add header"
            max={20}
          />
        </Wide>
        <Wide>
          <CannotUndo why={SOURCES_LASTING.secrets} />
        </Wide>
      </FormSection>
      <FormSection title="What is sent">
        {CONVERSION_STATUSES.map((status) => (
          <SwitchInput key={status} name={`postback_statuses.${status}`} label={`Send ${status} conversions`} />
        ))}
        <StatusWarning />
        <SwitchInput
          name="requires_external_id"
          label="Needs its own click id"
          help="Conversions whose visit brought none are skipped, visibly in the log."
        />
        <SwitchInput name="send_zero_payout" label="Send conversions without a payout" />
        <TextInput
          name="expected_status"
          label="Expected answer"
          help="2xx, or the one code that this source answers with."
          isMono
        />
        <TextInput name="delay_seconds" label="Delay" type="number" unit="seconds" />
      </FormSection>
      <FormSection title="Their names" help="What the source calls our events and statuses. Blank: our own word.">
        {EVENT_CHOICES.map(({ value, label }) => (
          <TextInput key={value} name={`event_map.${value}`} label={`Event: ${label}`} isMono />
        ))}
        {CONVERSION_STATUSES.map((status) => (
          <TextInput key={status} name={`status_map.${status}`} label={`Status: ${capitalized(status)}`} isMono />
        ))}
      </FormSection>
    </>
  );
}
