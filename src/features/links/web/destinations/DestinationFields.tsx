import { useQuery } from '@tanstack/react-query';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { DESTINATION_STATUS_CHOICES } from '../link-choices.ts';
import { ruleQueries } from '../rules/rules-client.ts';

type Props = { linkId: number };

/** What a destination is besides its target: for whom, how much, until when. */
export function DestinationFields({ linkId }: Props) {
  const zone = useTimeZone();
  const ruleList = useQuery(ruleQueries.list(linkId));
  const rules = ruleList.data ?? [];
  return (
    <>
      <FailedParts queries={[ruleList]} />
      <FormSection title="Share">
        {rules.length > 0 && (
          <Wide>
            <SelectInput
              name="rule_id"
              label="For"
              none="Everybody whom no rule takes"
              options={rules.map(({ id, name }) => ({ value: String(id), label: `Rule: ${name}` }))}
            />
          </Wide>
        )}
        <TextInput name="name" label="Label" help="Blank: the name of the target." />
        <SelectInput
          name="status"
          label="Status"
          help="Paused: nobody is sent there."
          options={DESTINATION_STATUS_CHOICES}
        />
        <TextInput name="weight" label="Weight" help="0 to 1000; 0 gets no new visits." type="number" isRequired />
        <TextInput
          name="priority"
          label="Priority"
          help="Counts where visits are shared by priority: the highest gets them."
          type="number"
        />
        <Wide>
          <SwitchInput
            name="is_control"
            label="Control"
            help="Auto-optimisation leaves its share alone, so that the others have something to beat."
          />
        </Wide>
      </FormSection>
      <FormSection title="Caps" help="At a cap the others take its visits until midnight. Blank: no cap.">
        <TextInput name="caps.daily_clicks" label="Visits a day" help="Never more." type="number" />
        <TextInput
          name="caps.daily_conversions"
          label="Conversions a day"
          help="Those of visits already under way are still recorded."
          type="number"
        />
      </FormSection>
      <FormSection title="Schedule" help={`Times are in ${zone}. Blank: no bound.`}>
        <TextInput name="starts_at" label="Starts" type="datetime-local" />
        <TextInput name="ends_at" label="Ends" type="datetime-local" />
      </FormSection>
    </>
  );
}
