import { toNumber, toText, useContractForm } from '../../../platform/web/form.ts';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { type Optimiser, OptimiserChange } from '../contract.ts';
import { optimiserClient, type OptimiserSaved } from './client.ts';
import { GOAL_CHOICES, goalWord } from './optimiser-words.ts';

type Props = {
  linkId: number;
  settings: Optimiser;
  onClose: () => void;
  onSaved: (saved: OptimiserSaved) => void;
};

const toValues = ({ is_enabled, goal, floor_percent, step_points, version }: Optimiser) => ({
  is_enabled,
  goal,
  floor_percent: toText(floor_percent),
  step_points: toText(step_points),
  version,
});
type Values = ReturnType<typeof toValues>;

const toWire = (values: Values) => ({
  ...values,
  floor_percent: toNumber(values.floor_percent),
  step_points: toNumber(values.step_points),
});

/** Switches auto-optimisation on or off, and says what it aims at and how fast it may move. */
export function OptimiserSettingsDialog({ linkId, settings, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: OptimiserChange,
    values: toValues(settings),
    keepAs: `optimiser/${linkId}`,
    toWire,
  });
  const handleSave = async (wire: OptimiserChange) => onSaved(await optimiserClient.change(linkId, wire));
  return (
    <FormDialog
      title="Auto-optimisation settings"
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{
        fromRecord: toValues,
        labels: { is_enabled: 'Move weights', goal: 'Goal', floor_percent: 'Floor', step_points: 'Step' },
        words: (name, value) => (name === 'goal' ? goalWord(value as Values['goal']) : undefined),
      }}
    >
      <FormSection>
        <Wide>
          <SwitchInput
            name="is_enabled"
            label="Move weights by themselves"
            help="Off: the weights stay where they are, and you set them. The link's sharing is then by weight."
          />
        </Wide>
        <Wide>
          <SelectInput
            name="goal"
            label="Goal"
            help="Confirmed revenue counts approved conversions alone, and so learns later."
            options={GOAL_CHOICES}
          />
        </Wide>
        <TextInput
          name="floor_percent"
          label="Floor, %"
          help="What each destination keeps at least, so that it can still show what it is worth."
          type="number"
          isRequired
        />
        <TextInput
          name="step_points"
          label="Step, points"
          help="The most that a share may move in six hours."
          type="number"
          isRequired
        />
      </FormSection>
    </FormDialog>
  );
}
