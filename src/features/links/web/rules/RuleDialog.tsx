import { useContractForm } from '../../../../platform/web/form.ts';
import { EntriesEditor } from '../../../../platform/web/ui/inputs/EntriesEditor.tsx';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { MAX_CONDITIONS } from '../../conditions.ts';
import { type Rule, RuleChange, RuleInput, type RulesReply } from '../../rule-contract.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { blankCondition, type RuleValues, toValues, toWire } from './rule-form.ts';
import { rulesClient } from './rules-client.ts';

type Props = {
  linkId: number;
  /** Undefined adds a new one. */
  rule: Rule | undefined;
  onClose: () => void;
  onSaved: (reply: RulesReply) => void;
};

/** Adds or edits a rule: its name, when it is on, and what it asks of a visit. */
export function RuleDialog({ linkId, rule, onClose, onSaved }: Props) {
  const zone = useTimeZone();
  const form = useContractForm({
    schema: rule ? RuleChange : RuleInput,
    values: toValues(rule, zone),
    keepAs: `rule/${rule?.id ?? `new in ${linkId}`}`,
    toWire: (values: RuleValues) => toWire(values, zone),
  });
  const handleSave = async (wire: RuleInput | RuleChange) =>
    onSaved(rule ? await rulesClient.update(rule.id, wire) : await rulesClient.add(linkId, wire as RuleInput));

  return (
    <FormDialog
      title={rule ? `Edit rule ${rule.name}` : 'Add rule'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{
        fromRecord: (record: Rule) => toValues(record, zone),
        labels: {
          name: 'Name',
          is_enabled: 'Enabled',
          starts_at: 'Starts',
          ends_at: 'Ends',
          conditions: 'Conditions',
        },
      }}
    >
      <FormSection>
        <Wide>
          <TextInput name="name" label="Name" help="Only you see it." isRequired autoFocus />
        </Wide>
        <Wide>
          <EntriesEditor
            name="conditions"
            label="Conditions"
            help="All of them must hold. Several values of one condition: any of them is enough. Without a condition the rule takes everybody."
            noun="condition"
            addLabel="Add condition"
            blank={() => blankCondition(zone)}
            max={MAX_CONDITIONS}
          >
            {(at) => <ConditionFields at={at} />}
          </EntriesEditor>
        </Wide>
        <SwitchInput name="is_enabled" label="Enabled" help="A rule that is off is passed by." />
      </FormSection>
      <FormSection title="Schedule" help={`Times are in ${zone}. Blank: no bound.`}>
        <TextInput name="starts_at" label="Starts" type="datetime-local" />
        <TextInput name="ends_at" label="Ends" type="datetime-local" />
      </FormSection>
    </FormDialog>
  );
}
