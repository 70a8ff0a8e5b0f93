import { useContractForm } from '../../../platform/web/form.ts';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormTabs } from '../../../platform/web/ui/form/FormTabs.tsx';
import { type Network, NetworkChange, NetworkInput, type NetworkTemplate } from '../contract.ts';
import { networksClient } from './client.ts';
import { NETWORK_LABELS, NETWORK_SECTIONS, toValues, toWire } from './network-form.ts';
import { NetworkContactTab } from './NetworkContactTab.tsx';
import { NetworkGeneralTab } from './NetworkGeneralTab.tsx';
import { NetworkLinksTab } from './NetworkLinksTab.tsx';
import { NetworkPostbacksTab } from './NetworkPostbacksTab.tsx';

/** What a save answers. */
export type Saved = { data: Network; message?: string };

type Props = {
  /** Undefined adds a new one. */
  network: Network | undefined;
  templates: readonly NetworkTemplate[];
  /** Saves a network that is paused by it; undefined when nothing was saved after all. */
  onPause: (network: Network, wire: NetworkChange) => Promise<Saved | undefined>;
  onClose: () => void;
  onSaved: (network: Network, message: string) => void;
};

/** Adds or edits a network. */
export function NetworkDialog({ network, templates, onPause, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: network ? NetworkChange : NetworkInput,
    values: toValues(network),
    keepAs: `network/${network?.id ?? 'new'}`,
    toWire,
  });

  const save = (wire: NetworkInput | NetworkChange): Promise<Saved | undefined> => {
    if (!network) return networksClient.create(wire as NetworkInput);
    const isPaused = wire.status === 'paused' && network.status !== 'paused';
    return isPaused ? onPause(network, wire) : networksClient.update(network.id, wire);
  };

  const handleSave = async (wire: NetworkInput | NetworkChange) => {
    const saved = await save(wire);
    if (saved)
      onSaved(saved.data, saved.message ?? `Affiliate network ${network ? 'updated' : 'created'} successfully!`);
    return saved !== undefined;
  };

  return (
    <FormDialog
      title={network ? `Edit ${network.name}` : 'Add affiliate network'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: toValues, labels: NETWORK_LABELS }}
    >
      <FormTabs
        tabs={[
          {
            label: 'General',
            fields: Object.keys(NETWORK_SECTIONS.general),
            content: <NetworkGeneralTab templates={templates} isNew={!network} />,
          },
          {
            label: 'Links & click id',
            fields: Object.keys(NETWORK_SECTIONS.links),
            content: <NetworkLinksTab />,
          },
          {
            label: 'Postbacks',
            fields: Object.keys({ ...NETWORK_SECTIONS.meaning, ...NETWORK_SECTIONS.checking }),
            content: <NetworkPostbacksTab network={network} templates={templates} />,
          },
          {
            label: 'Contact & terms',
            fields: Object.keys({ ...NETWORK_SECTIONS.contact, ...NETWORK_SECTIONS.terms }),
            content: <NetworkContactTab />,
          },
        ]}
      />
    </FormDialog>
  );
}
