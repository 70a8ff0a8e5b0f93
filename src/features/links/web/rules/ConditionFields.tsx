import Typography from '@mui/material/Typography';
import { get, useFormState, useWatch } from 'react-hook-form';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import type { ConditionType } from '../../conditions.ts';
import { MATCH_CHOICES, OP_CHOICES, TYPE_CHOICES, VALUE_HELP } from './rule-form.ts';

/** The fields of one condition; which ones there are depends on its type. @param at where it stands in the form: `conditions.0` */
export function ConditionFields({ at }: { at: string }) {
  const type = useWatch({ name: `${at}.type` }) as ConditionType;
  const match = useWatch({ name: `${at}.match` }) as string;
  const values = VALUE_HELP[type];
  return (
    <FormSection>
      <SelectInput name={`${at}.type`} label="What" options={TYPE_CHOICES} />
      <SelectInput name={`${at}.op`} label="Must it be so?" options={OP_CHOICES} />
      {values && (
        <Wide>
          <TextInput name={`${at}.values`} {...values} isRequired />
          <NestedError name={`${at}.values`} />
        </Wide>
      )}
      {type === 'os' && (
        <>
          <TextInput name={`${at}.min_version`} label="From version" help="Blank: any." placeholder="15" />
          <TextInput name={`${at}.max_version`} label="Up to version" help="17 takes 17.4 in." placeholder="17" />
        </>
      )}
      {type === 'query' && (
        <>
          <TextInput name={`${at}.key`} label="Parameter" placeholder="utm_term" isRequired isMono />
          <SelectInput name={`${at}.match`} label="How" options={MATCH_CHOICES} />
          {match !== 'any' && match !== 'none' && (
            <Wide>
              <TextInput
                name={`${at}.values`}
                label="Values"
                help={
                  match === 'regex'
                    ? 'One pattern a line: letters, . [a-z] \\d ( ) | * + ? {2,5} ^ $. Case does not count.'
                    : 'One a line. Case does not count.'
                }
                rows={2}
                isRequired
                isMono
              />
              <NestedError name={`${at}.values`} />
            </Wide>
          )}
        </>
      )}
      {type === 'time' && (
        <>
          <TextInput name={`${at}.from`} label="From" help="Blank: from midnight." placeholder="09:00" />
          <TextInput
            name={`${at}.to`}
            label="To"
            help="Exclusive; earlier than From runs past midnight."
            placeholder="17:30"
          />
          <TextInput
            name={`${at}.weekdays`}
            label="Weekdays"
            help="1 is Monday, 7 is Sunday. Blank: every day."
            placeholder="1, 2, 3, 4, 5"
          />
          <TextInput name={`${at}.zone`} label="Time zone" isRequired placeholder="Europe/Berlin" />
        </>
      )}
      {type === 'date' && (
        <>
          <TextInput name={`${at}.from`} label="From" type="datetime-local" />
          <TextInput name={`${at}.to`} label="Before" type="datetime-local" />
        </>
      )}
      {type !== 'time' && type !== 'date' && (
        <Wide>
          <SwitchInput
            name={`${at}.include_unknown`}
            label="Also when it is not known"
            help="Otherwise a visit without this value matches neither is nor is not."
          />
        </Wide>
      )}
    </FormSection>
  );
}

/** What is wrong with one of several values, which are typed in one field. */
function NestedError({ name }: { name: string }) {
  const { errors } = useFormState({ name });
  const found = get(errors, name) as { message?: string }[] | undefined;
  const first = Array.isArray(found) ? found.find((one) => one?.message) : undefined;
  if (!first) return null;
  return (
    <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 0.5 }}>
      One of them {first.message}
    </Typography>
  );
}
