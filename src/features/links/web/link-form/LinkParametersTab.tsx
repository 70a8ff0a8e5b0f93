import { useWatch } from 'react-hook-form';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { CONFLICT_CHOICES, COST_CHOICES, FORWARD_CHOICES } from '../link-choices.ts';
import type { LinkValues } from './link-form.ts';

/** What travels on with a visit: utm values of the link, and what the ad brought; and what it costs. */
export function LinkParametersTab() {
  const forward = useWatch<LinkValues, 'forward_params'>({ name: 'forward_params' });
  const cost = useWatch<LinkValues, 'cost_model'>({ name: 'cost_model' });
  return (
    <>
      <FormSection
        title="UTM defaults"
        help="Added to each visit. Blank ones come from the traffic source, if it has any."
      >
        <TextInput name="utm.utm_source" label="utm_source" placeholder="taboola" />
        <TextInput name="utm.utm_medium" label="utm_medium" placeholder="native" />
        <TextInput name="utm.utm_campaign" label="utm_campaign" placeholder="spring-sleep" />
        <TextInput name="utm.utm_term" label="utm_term" />
        <TextInput name="utm.utm_content" label="utm_content" />
        <SelectInput
          name="param_conflict"
          label="When both have a value"
          help="The ad brings a utm that is set here too."
          options={CONFLICT_CHOICES}
        />
      </FormSection>
      <FormSection title="Parameters of the ad">
        <SelectInput
          name="forward_params"
          label="Parameters passed on"
          help="From the short address to a guide, a review or a URL. An offer gets only what its own URL asks for by macros."
          options={FORWARD_CHOICES}
        />
        {forward === 'listed' && (
          <Wide>
            <TextInput
              name="forward_list"
              label="Listed parameters"
              help="Query keys, separated by commas."
              placeholder="gclid, sub1"
              isMono
            />
          </Wide>
        )}
      </FormSection>
      <FormSection
        title="Cost"
        help="An estimate until a bill is written under Costs. Fixed sums and prices per 1,000 impressions are written there too."
      >
        <SelectInput name="cost_model" label="Cost" options={COST_CHOICES} />
        {(cost === 'cpc' || cost === 'cpa') && (
          <TextInput
            name="cost_value"
            label="Price"
            help={
              cost === 'cpc'
                ? 'Of each click whose address says none. In the currency of the traffic source.'
                : 'Of each conversion that is pending or approved. In the currency of the traffic source.'
            }
            isRequired
            placeholder="0.25"
          />
        )}
      </FormSection>
    </>
  );
}
