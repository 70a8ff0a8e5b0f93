import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TemplateSelect } from '../../../platform/web/ui/form/TemplateSelect.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import type { SourceTemplate } from '../contract.ts';
import { ApplyToLinks } from './ApplyToLinks.tsx';
import { COST_CHOICES, STATUS_CHOICES, TYPE_CHOICES } from './source-choices.ts';
import { templateValues } from './source-form.ts';

type Props = {
  templates: readonly SourceTemplate[];
  isNew: boolean;
  /** Tracking links that name the source already. */
  linksCount: number;
};

const READ_BY = ['cost_param'] as const;

/** Name, template, state and cost. On a new source the template fills in the other tabs at once. */
export function SourceGeneralTab({ templates, isNew, linksCount }: Props) {
  return (
    <FormSection>
      <TemplateSelect
        name="template_key"
        label="Template"
        help="Knows the tokens of a source. What it fills in stays editable."
        templates={templates}
        isNew={isNew}
        valuesOf={templateValues}
      />
      <TextInput name="name" label="Name" isRequired />
      <SelectInput name="type" label="Type" options={TYPE_CHOICES} />
      <SelectInput name="status" label="Status" options={STATUS_CHOICES} />
      <SelectInput name="cost_model" label="Cost model" options={COST_CHOICES} />
      <TextInput name="cost_currency" label="Cost currency" help="Blank: the site's." isMono />
      <TextInput name="cost_param" label="Cost parameter" help="The parameter that carries a click's price." isMono />
      <TextInput
        name="traffic_loss_percent"
        label="Lost clicks"
        help="Of the clicks that are billed, how many never arrive."
        type="number"
        unit="%"
      />
      <ApplyToLinks linksCount={linksCount} readBy={READ_BY} />
      <Wide>
        <TextInput name="notes" label="Notes" rows={3} />
      </Wide>
    </FormSection>
  );
}
