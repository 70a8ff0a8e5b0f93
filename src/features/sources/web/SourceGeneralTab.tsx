import Button from '@mui/material/Button';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TemplateBadge } from '../../../platform/web/ui/TemplateBadge.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import type { SourceTemplate } from '../contract.ts';
import { ApplyToLinks } from './ApplyToLinks.tsx';
import { COST_CHOICES, STATUS_CHOICES, TYPE_CHOICES } from './source-choices.ts';
import { type SourceValues, templateValues } from './source-form.ts';

type Props = {
  templates: readonly SourceTemplate[];
  isNew: boolean;
  /** Tracking links that name the source already. */
  linksCount: number;
};

const READ_BY = ['cost_param'] as const;

/** Name, template, state and cost. On a new source the template fills in the other tabs at once. */
export function SourceGeneralTab({ templates, isNew, linksCount }: Props) {
  const { setValue, getValues } = useFormContext<SourceValues>();
  const chosenKey = useWatch<SourceValues, 'template_key'>({ name: 'template_key' });
  const chosen = templates.find((template) => template.key === chosenKey);

  const fillIn = (template: SourceTemplate) => {
    for (const [name, value] of Object.entries(templateValues(template)))
      setValue(name as keyof SourceValues, value, { shouldDirty: true });
  };

  const handleTemplate = (key: string) => {
    const template = templates.find((one) => one.key === key);
    if (!template || !isNew) return;
    fillIn(template);
    if (!getValues('name')) setValue('name', template.name, { shouldDirty: true });
  };

  return (
    <FormSection>
      <Wide>
        <SelectInput
          name="template_key"
          label="Template"
          help="Knows the tokens of a source. What it fills in stays editable."
          none="No template"
          options={templates.map(({ key, name, capture_only: isOnly }) => ({
            value: key,
            label: isOnly ? `${name} (capture only)` : name,
          }))}
          onChanged={handleTemplate}
        />
      </Wide>
      {chosen && (
        <Wide>
          <TemplateBadge template={chosen} />
          {!isNew && (
            <Button variant="outlined" size="small" sx={{ mt: 1 }} onClick={() => fillIn(chosen)}>
              Fill the other tabs from this template
            </Button>
          )}
        </Wide>
      )}
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
