import Alert from '@mui/material/Alert';
import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { KeyValueEditor } from '../../../platform/web/ui/KeyValueEditor.tsx';
import { PasswordInput } from '../../../platform/web/ui/PasswordInput.tsx';
import { SelectInput } from '../../../platform/web/ui/SelectInput.tsx';
import { SwitchInput } from '../../../platform/web/ui/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';
import type { Network, NetworkTemplate } from '../contract.ts';
import { CONVERSION_CHOICES, DUPLICATE_CHOICES, FIELD_CHOICES, STATUS_MAP_CHOICES } from './network-choices.ts';
import { PostbackSetup } from './PostbackSetup.tsx';

type Props = { network: Network | undefined; templates: readonly NetworkTemplate[] };

/** How the network reports conversions, and what its words mean. */
export function NetworkPostbacksTab({ network, templates }: Props) {
  return (
    <>
      {network ? (
        <PostbackSetup network={network} templates={templates} />
      ) : (
        <Alert severity="info" sx={{ mb: 2 }}>
          The postback URL is shown as soon as the network is saved.
        </Alert>
      )}
      <FormSection title="What conversions mean">
        <Wide>
          <KeyValueEditor
            name="status_map"
            label="Status words"
            help="What the words of this network mean. Unknown words are kept and listed until you map them."
            keyLabel="Word"
            valueLabel="Means"
            addLabel="Add word"
            options={STATUS_MAP_CHOICES}
          />
        </Wide>
        <SelectInput name="default_status" label="Status when none is sent" options={CONVERSION_CHOICES} />
        <SelectInput
          name="duplicate_mode"
          label="Repeated conversions"
          help="A repeat names the same click, event and transaction ID."
          options={DUPLICATE_CHOICES}
        />
        <TextInput
          name="payout_currency"
          label="Payout currency"
          help="When a postback names none. Blank: the site's."
          isMono
        />
        <TextInput
          name="attribution_window_days"
          label="Attribution window"
          help="Conversions after this time count as late."
          type="number"
          unit="days"
          isRequired
        />
      </FormSection>
      <FormSection title="Reading and checking">
        <Wide>
          <KeyValueEditor
            name="param_aliases"
            label="Parameter names"
            help="Only where this network's postbacks name things unusually."
            keyLabel="Their parameter"
            valueLabel="Means"
            addLabel="Add parameter name"
            options={FIELD_CHOICES}
          />
        </Wide>
        <Wide>
          <TextInput
            name="ip_allowlist"
            label="Allowed addresses"
            help="IP addresses or CIDR ranges, one on a line. Blank: postbacks from any address."
            rows={2}
            isMono
          />
        </Wide>
        <TextInput
          name="hmac_param"
          label="Signature parameter"
          help="Holds the HMAC-SHA256, as hex or base64, over the query as sent without this parameter, then the body."
          isMono
        />
        <PasswordInput
          name="hmac_secret"
          label="Signature secret"
          help={
            network?.has_hmac_secret
              ? 'One is stored. Blank keeps it.'
              : 'Given by the network. With one stored, unsigned postbacks are refused.'
          }
          autoComplete="off"
        />
        {network?.has_hmac_secret && (
          <Wide>
            <SwitchInput name="removes_hmac_secret" label="Remove the stored secret" />
          </Wide>
        )}
      </FormSection>
    </>
  );
}
