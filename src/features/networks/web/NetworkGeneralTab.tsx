import Button from '@mui/material/Button';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/SelectInput.tsx';
import { TemplateBadge } from '../../../platform/web/ui/TemplateBadge.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';
import type { NetworkTemplate } from '../contract.ts';
import { STATUS_CHOICES } from './network-choices.ts';
import { type NetworkValues, templateValues } from './network-form.ts';

type Props = { templates: readonly NetworkTemplate[]; isNew: boolean };

/** Name, template and addresses. On a new network the template fills in the other tabs at once. */
export function NetworkGeneralTab({ templates, isNew }: Props) {
  const { setValue, getValues } = useFormContext<NetworkValues>();
  const chosenKey = useWatch<NetworkValues, 'template_key'>({ name: 'template_key' });
  const chosen = templates.find((template) => template.key === chosenKey);

  const fillIn = (template: NetworkTemplate) => {
    for (const [name, value] of Object.entries(templateValues(template))) {
      setValue(name as keyof NetworkValues, value, { shouldDirty: true });
    }
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
          help="Knows how a network names things. What it fills in stays editable."
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
      <SelectInput name="status" label="Status" options={STATUS_CHOICES} />
      <TextInput name="website_url" label="Website" type="url" placeholder="https://" />
      <TextInput name="login_url" label="Login page" type="url" placeholder="https://" />
    </FormSection>
  );
}
