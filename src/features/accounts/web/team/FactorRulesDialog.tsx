import { type Role, ROLE_LABELS, ROLES } from '../../../../platform/permissions.ts';
import { useContractForm } from '../../../../platform/web/form.ts';
import { formatDateTime } from '../../../../platform/web/date-time.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { type SecondFactorRules, SecondFactorRulesBody } from '../../contract-team.ts';
import { teamClient } from './team-client.ts';

const DAY_MS = 86_400_000;
/** Days to set one up, by what is chosen. */
const GRACE = { now: 0, week: 7, month: 30 } as const;

type Choice = '' | 'kept' | keyof typeof GRACE;
type Values = Record<Role, Choice>;

const wireOf = (choice: Choice, kept: string | null): string | null => {
  if (choice === '') return null;
  return choice === 'kept' ? kept : new Date(Date.now() + GRACE[choice] * DAY_MS).toISOString();
};

type Props = { rules: SecondFactorRules; onSaved: (message: string) => void; onClose: () => void };

/** From when on people need a second factor, by role. */
export function FactorRulesDialog({ rules, onSaved, onClose }: Props) {
  const timeZone = useTimeZone();
  const of = <T,>(make: (role: Role) => T) =>
    Object.fromEntries(ROLES.map((role) => [role, make(role)])) as Record<Role, T>;
  const form = useContractForm({
    schema: SecondFactorRulesBody,
    values: of<Choice>((role) => (rules[role] === null ? '' : 'kept')),
    keepAs: 'team/second-factor',
    toWire: (values: Values) => of((role) => wireOf(values[role], rules[role])),
  });
  const optionsOf = (role: Role) => [
    ...(rules[role] === null ? [] : [{ value: 'kept', label: `Needed from ${formatDateTime(rules[role], timeZone)}` }]),
    { value: 'now', label: 'Needed from now on' },
    { value: 'week', label: 'Needed in 7 days' },
    { value: 'month', label: 'Needed in 30 days' },
  ];
  return (
    <FormDialog
      title="Who needs a second factor"
      form={form}
      onSave={async (wire) => onSaved((await teamClient.setFactorRules(wire)).message)}
      onClose={onClose}
    >
      <FormSection help="From then on whoever has none sees only the own account, until one is set up. Nobody is locked out by it.">
        {ROLES.map((role) => (
          <SelectInput
            key={role}
            name={role}
            label={`${ROLE_LABELS[role]}s`}
            none="May do without"
            options={optionsOf(role)}
          />
        ))}
      </FormSection>
    </FormDialog>
  );
}
