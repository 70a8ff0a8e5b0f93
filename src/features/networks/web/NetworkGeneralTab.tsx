import { FormFields } from '../../../platform/web/ui/form/FormFields.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TemplateSelect } from '../../../platform/web/ui/form/TemplateSelect.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import type { NetworkTemplate } from '../contract.ts';
import { STATUS_CHOICES } from './network-choices.ts';
import { NETWORK_SECTIONS, templateValues } from './network-form.ts';

type Props = { templates: readonly NetworkTemplate[]; isNew: boolean };

/** Name, template and addresses. On a new network the template fills in the other tabs at once. */
export function NetworkGeneralTab({ templates, isNew }: Props) {
  return (
    <FormSection>
      <FormFields
        labels={NETWORK_SECTIONS.general}
        inputs={{
          template_key: (field) => (
            <TemplateSelect
              {...field}
              help="Knows how a network names things. What it fills in stays editable."
              templates={templates}
              isNew={isNew}
              valuesOf={templateValues}
            />
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
