import Typography from '@mui/material/Typography';
import { useContractForm } from '../../../../platform/web/form.ts';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { type Destination, DestinationChange, type DestinationsReply } from '../../contract.ts';
import { linksClient } from '../client.ts';
import { DESTINATION_LABELS, type DestinationValues, toChangeWire, toValues } from './destination-form.ts';
import { DestinationFields } from './DestinationFields.tsx';
import { TYPE_WORDS } from '../link-choices.ts';

type Props = {
  destination: Destination;
  onClose: () => void;
  onSaved: (reply: DestinationsReply) => void;
};

/** Everything about one destination but what it leads to: another target is another destination, with numbers of its own. */
export function EditDestinationDialog({ destination, onClose, onSaved }: Props) {
  const zone = useTimeZone();
  const { id, link_id: linkId, type, name, target_name: target } = destination;
  const form = useContractForm({
    schema: DestinationChange,
    values: toValues(destination, zone),
    keepAs: `destination/${id}`,
    toWire: (values: DestinationValues) => toChangeWire(values, zone),
  });
  const handleSave = async (wire: DestinationChange) => onSaved(await linksClient.updateDestination(id, wire));

  return (
    <FormDialog
      title={`Edit destination ${name || target}`}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: (record: Destination) => toValues(record, zone), labels: DESTINATION_LABELS }}
    >
      {type === 'url' ? (
        <FormSection>
          <Wide>
            <TextInput
              name="url"
              label="Address"
              help="Macros such as {click_id} or {utm_source} may stand after the host."
              type="url"
              isRequired
              isMono
            />
          </Wide>
        </FormSection>
      ) : (
        <Typography variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {TYPE_WORDS.get(type)}: <strong>{target}</strong>. To lead elsewhere, add another destination: its numbers are
          its own.
        </Typography>
      )}
      <DestinationFields linkId={linkId} />
    </FormDialog>
  );
}
