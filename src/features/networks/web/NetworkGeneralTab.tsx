import Button from '@mui/material/Button';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormFields } from '../../../platform/web/ui/form/FormFields.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TemplateBadge } from '../../../platform/web/ui/TemplateBadge.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import type { NetworkTemplate } from '../contract.ts';
import { STATUS_CHOICES } from './network-choices.ts';
import { NETWORK_SECTIONS, type NetworkValues, templateValues } from './network-form.ts';

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
      <FormFields
        labels={NETWORK_SECTIONS.general}
        inputs={{
          template_key: (field) => (
            <>
              <Wide>
                <SelectInput
                  {...field}
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
            </>
          ),
          name: (field) => <TextInput {...field} isRequired />,
          status: (field) => <SelectInput {...field} options={STATUS_CHOICES} />,
          website_url: (field) => <TextInput {...field} type="url" placeholder="https://" />,
          login_url: (field) => <TextInput {...field} type="url" placeholder="https://" />,
        }}
      />
    </FormSection>
  );
}
