import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useController } from 'react-hook-form';
import { NEEDED_BESIDE, SCOPES, type Scope } from '../../../../platform/permissions.ts';
import { useContractForm } from '../../../../platform/web/form.ts';
import { may } from '../../../../platform/web/session/permissions.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { Field } from '../../../../platform/web/ui/inputs/Field.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { ApiKeyBody, KEY_DAYS, type MadeKey } from '../../contract-keys.ts';
import { keysClient } from './keys-client.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const DAYS = [7, 30, KEY_DAYS.usual, 180, 365].map((days) => ({ value: String(days), label: `${days} days` }));

type Values = { name: string; scopes: Scope[]; days: string };
const NEW: Values = { name: '', scopes: [], days: String(KEY_DAYS.usual) };

type Props = { onMade: (made: MadeKey) => void; onClose: () => void };

/** Makes a key by which a program calls the API in one's name. */
export function KeyDialog({ onMade, onClose }: Props) {
  const form = useContractForm({
    schema: ApiKeyBody,
    values: NEW,
    keepAs: 'api-key/new',
    toWire: ({ days, ...values }: Values) => ({ ...values, days: Number(days) }),
  });
  return (
    <FormDialog
      title="Make a key"
      form={form}
      saveLabel="Make key"
      onSave={async (wire) => onMade(await keysClient.make(wire))}
      onClose={onClose}
    >
      <FormSection help="A program shows it to call the API. It may never do more than you may, and ends with your account.">
        <Wide>
          <TextInput name="name" label="Name" help="What it is for." isRequired autoFocus />
        </Wide>
        <Wide>
          <ScopesInput />
        </Wide>
        <SelectInput name="days" label="Ends after" options={DAYS} />
      </FormSection>
    </FormDialog>
  );
}

/** What the key may do, of what its maker may. */
function ScopesInput() {
  const { field, fieldState } = useController<Values, 'scopes'>({ name: 'scopes' });
  const isNeeded = (scope: Scope): boolean => field.value.some((one) => NEEDED_BESIDE[one] === scope);
  const change = (scope: Scope, isOn: boolean) =>
    field.onChange(
      SCOPES.filter((one) =>
        one === scope ? isOn : field.value.includes(one) || (isOn && NEEDED_BESIDE[scope] === one),
      ),
    );
  return (
    <Field label="What it may do" isRequired isGroup error={fieldState.error}>
      {({ id }) => (
        <Box role="group" aria-labelledby={`${id}-label`} sx={{ display: 'grid', gap: 0.5 }}>
          {SCOPES.filter(may).map((scope) => (
            <FormControlLabel
              key={scope}
              sx={{ alignItems: 'flex-start', mr: 0 }}
              control={
                <Checkbox
                  sx={{ mt: -1 }}
                  checked={field.value.includes(scope)}
                  disabled={isNeeded(scope)}
                  onChange={(event) => change(scope, event.target.checked)}
                  onBlur={field.onBlur}
                />
              }
              label={
                <>
                  {SCOPE_WORDS[scope].label}
                  <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{SCOPE_WORDS[scope].help}</Box>
                </>
              }
            />
          ))}
        </Box>
      )}
    </Field>
  );
}
