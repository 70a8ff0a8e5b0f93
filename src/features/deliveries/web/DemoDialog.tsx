import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { blankToNull, toNumber, useContractForm } from '../../../platform/web/form.ts';
import { CopyField } from '../../../platform/web/ui/CopyField.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { asWords } from '../../../platform/text/as-words.ts';
import { EVENT_TYPES } from '../../sources/contract.ts';
import { DEMO_SCENARIOS, DemoInput, type DemoReply } from '../contract.ts';
import { postbackLogsClient } from './client.ts';

const choices = (words: readonly string[]) => words.map((value) => ({ value, label: asWords(value) }));

type Values = { count: string; scenario: DemoInput['scenario']; event_type: DemoInput['event_type']; payout: string };

const VALUES: Values = { count: '5', scenario: 'mixed', event_type: 'sale', payout: '25.00' };

const toWire = (values: Values) => ({
  ...values,
  count: toNumber(values.count),
  payout: blankToNull(values.payout) ?? undefined,
});

type Props = { sourceId: number; onClose: () => void; onMade: (message: string) => void };

/** Writes demo rows into the log, or shows what the template becomes. Nothing is ever sent from here. */
export function DemoDialog({ sourceId, onClose, onMade }: Props) {
  const form = useContractForm({ schema: DemoInput, values: VALUES, keepAs: `demo/${sourceId}`, toWire });
  const [dryRun, setDryRun] = useState<DemoReply>();
  const [failure, setFailure] = useState<string>();

  const handleDryRun = form.handleSubmit(async (input) => {
    setFailure(undefined);
    try {
      setDryRun(await postbackLogsClient.makeDemo(sourceId, { ...input, dry_run: true }));
    } catch (error) {
      setFailure((error as Error).message);
    }
  });

  const handleSave = async (input: DemoInput) => {
    const { message } = await postbackLogsClient.makeDemo(sourceId, input);
    onMade(message);
  };

  return (
    <FormDialog title="Demo postbacks" form={form} onSave={handleSave} onClose={onClose} saveLabel="Write demo rows">
      <FormSection help="Rows as the real template would make them, tagged DEMO. Nothing is sent and nothing is counted.">
        <TextInput name="count" label="Rows" type="number" help="1 to 50." />
        <SelectInput
          name="scenario"
          label="Scenario"
          help="How the source would answer."
          options={choices(DEMO_SCENARIOS)}
        />
        <SelectInput name="event_type" label="Event" options={choices(EVENT_TYPES)} />
        <TextInput name="payout" label="Payout" type="money" />
        <Wide>
          <Button variant="outlined" onClick={() => void handleDryRun()}>
            Show the resolved URL
          </Button>
        </Wide>
        {failure && (
          <Wide>
            <Alert severity="error">{failure}</Alert>
          </Wide>
        )}
        {dryRun?.resolved_url && (
          <Wide>
            <CopyField
              label="Resolved URL"
              value={dryRun.resolved_url}
              help="With sample values; secrets are masked."
            />
          </Wide>
        )}
        {dryRun && dryRun.problems.length > 0 && (
          <Wide>
            <Alert severity="warning">
              {dryRun.problems.map((problem) => (
                <div key={problem}>{problem}</div>
              ))}
            </Alert>
          </Wide>
        )}
      </FormSection>
    </FormDialog>
  );
}
