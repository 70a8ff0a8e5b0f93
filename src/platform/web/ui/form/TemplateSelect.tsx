import Button from '@mui/material/Button';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FieldProps } from '../inputs/Field.tsx';
import { SelectInput } from '../inputs/SelectInput.tsx';
import { Wide } from '../table/cells/Wide.tsx';
import { type BadgeProps, TemplateBadge } from './TemplateBadge.tsx';

type Template = BadgeProps['template'] & { key: string; name: string; capture_only: boolean };

type Props<Shipped extends Template> = FieldProps & {
  templates: readonly Shipped[];
  isNew: boolean;
  /** What the template fills in, by field of the form. */
  valuesOf: (template: Shipped) => object;
};

/** The choice of a shipped template. On a new record it fills in the other fields at once, and the name if that is blank. */
export function TemplateSelect<Shipped extends Template>(props: Props<Shipped>) {
  const { templates, isNew, valuesOf, ...field } = props;
  const { setValue, getValues } = useFormContext();
  const chosenKey = useWatch({ name: field.name });
  const chosen = templates.find((template) => template.key === chosenKey);

  const fillIn = (template: Shipped) => {
    for (const [name, value] of Object.entries(valuesOf(template))) setValue(name, value, { shouldDirty: true });
  };

  const handleTemplate = (key: string) => {
    const template = templates.find((one) => one.key === key);
    if (!template || !isNew) return;
    fillIn(template);
    if (!getValues('name')) setValue('name', template.name, { shouldDirty: true });
  };

  return (
    <>
      <Wide>
        <SelectInput
          {...field}
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
  );
}
