import Alert from '@mui/material/Alert';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FormFields } from '../../../platform/web/ui/form/FormFields.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { KeyValueEditor } from '../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { PasswordInput } from '../../../platform/web/ui/inputs/PasswordInput.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import type { Network, NetworkTemplate } from '../contract.ts';
import { NETWORKS_LASTING } from '../lasting.ts';
import { CONVERSION_CHOICES, DUPLICATE_CHOICES, FIELD_CHOICES, STATUS_MAP_CHOICES } from './network-choices.ts';
import { NETWORK_SECTIONS } from './network-form.ts';
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
      <MeaningSection />
      <CheckingSection hasSecret={network?.has_hmac_secret ?? false} />
    </>
  );
}

function MeaningSection() {
  return (
    <FormSection title="What conversions mean">
      <FormFields
        labels={NETWORK_SECTIONS.meaning}
        inputs={{
          status_map: (field) => (
            <Wide>
              <KeyValueEditor
                {...field}
                help="What the words of this network mean. Unknown words are kept and listed until you map them."
                keyLabel="Word"
                valueLabel="Means"
                addLabel="Add word"
                options={STATUS_MAP_CHOICES}
              />
            </Wide>
          ),
          default_status: (field) => <SelectInput {...field} options={CONVERSION_CHOICES} />,
          duplicate_mode: (field) => (
            <SelectInput
              {...field}
              help="A repeat names the same click, event and transaction ID."
              options={DUPLICATE_CHOICES}
            />
          ),
          payout_currency: (field) => (
            <TextInput {...field} help="When a postback names none. Blank: the site's." isMono />
          ),
          attribution_window_days: (field) => (
            <TextInput
              {...field}
              help="Conversions after this time count as late."
              type="number"
              unit="days"
              isRequired
            />
          ),
        }}
      />
    </FormSection>
  );
}

function CheckingSection({ hasSecret }: { hasSecret: boolean }) {
  return (
    <FormSection title="Reading and checking">
      <FormFields
        labels={NETWORK_SECTIONS.checking}
        inputs={{
          param_aliases: (field) => (
            <Wide>
              <KeyValueEditor
                {...field}
                help="Only where this network's postbacks name things unusually."
                keyLabel="Their parameter"
                valueLabel="Means"
                addLabel="Add parameter name"
                options={FIELD_CHOICES}
              />
            </Wide>
          ),
          ip_allowlist: (field) => (
            <Wide>
              <TextInput
                {...field}
                help="IP addresses or CIDR ranges, one on a line. Blank: postbacks from any address."
                rows={2}
                isMono
              />
            </Wide>
          ),
          hmac_param: (field) => (
            <TextInput
              {...field}
              help="Holds the HMAC-SHA256, as hex or base64, over the query as sent without this parameter, then the body."
              isMono
            />
          ),
          hmac_secret: (field) => (
            <PasswordInput
              {...field}
              help={
                hasSecret
                  ? 'One is stored. Blank keeps it.'
                  : 'Given by the network. With one stored, unsigned postbacks are refused.'
              }
              autoComplete="off"
            />
          ),
        }}
      />
      {hasSecret && (
        <Wide>
          <SwitchInput name="removes_hmac_secret" label="Remove the stored secret" />
          <CannotUndo why={NETWORKS_LASTING.secret} />
        </Wide>
      )}
    </FormSection>
  );
}
