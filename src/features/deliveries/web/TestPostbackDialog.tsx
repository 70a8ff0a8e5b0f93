import Alert from '@mui/material/Alert';
import FormHelperText from '@mui/material/FormHelperText';
import { useContractForm } from '../../../platform/web/form.ts';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { EVENT_TYPES, type EventType } from '../../sources/contract.ts';
import { TestPostbackInput, type TestPostbackReply } from '../contract.ts';
import { DELIVERIES_LASTING } from '../lasting.ts';
import { postbackLogsClient } from './client.ts';

const EVENTS = EVENT_TYPES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

type Values = { event_type: EventType; payout: string; external_id: string; confirm: boolean };

const VALUES: Values = { event_type: 'sale', payout: '1.00', external_id: '', confirm: false };

type Props = {
  source: { id: number; name: string };
  onClose: () => void;
  onSent: (reply: TestPostbackReply) => void;
};

/** Really sends one postback, after the person has said that it may leave the house. */
export function TestPostbackDialog({ source, onClose, onSent }: Props) {
  const form = useContractForm({
    schema: TestPostbackInput,
    values: VALUES,
    keepAs: `test postback/${source.id}`,
    toWire: ({ external_id: externalId, ...rest }: Values) => ({
      ...rest,
      ...(externalId.trim() && { external_id: externalId.trim() }),
    }),
  });

  const handleSave = async (input: TestPostbackInput) => onSent(await postbackLogsClient.sendTest(source.id, input));

  return (
    <FormDialog title="Send a Test Postback" form={form} onSave={handleSave} onClose={onClose} saveLabel="Send Now">
      <FormSection>
        <Wide>
          <Alert severity="warning">
            {source.name} really receives this, and may count it as a conversion. Here it is marked as a test and
            counted nowhere. To see the address without sending, use Demo postbacks.
          </Alert>
        </Wide>
        <SelectInput name="event_type" label="Event" options={EVENTS} />
        <TextInput name="payout" label="Payout" type="money" />
        <Wide>
          <TextInput
            name="external_id"
            label="Click ID of the Source"
            help="One that the source gave, if it is to find the click. Blank: a made-up one."
            isMono
          />
        </Wide>
        <Wide>
          <CannotUndo why={DELIVERIES_LASTING.sent} />
        </Wide>
        <Wide>
          <SwitchInput name="confirm" label={`Send it to ${source.name}`} />
          {form.formState.errors.confirm && (
            <FormHelperText error>Switch this on first: the traffic source really gets it.</FormHelperText>
          )}
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
