import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { TemplateBadge } from '../../../platform/web/ui/form/TemplateBadge.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { Network, NetworkTemplate } from '../contract.ts';
import { NETWORKS_LASTING } from '../lasting.ts';
import { NETWORKS_KEY, networksClient } from './client.ts';
import { PostbackSetup } from './PostbackSetup.tsx';

type Props = {
  network: Network;
  templates: readonly NetworkTemplate[];
  /** What came in last. */
  postbacks: ReactNode;
  onClose: () => void;
};

/** Connects a network: its postback URL, the steps, and a new URL when the old one leaked. */
export function PostbackSetupDialog({ network, templates, postbacks, onClose }: Props) {
  const [shown, setShown] = useState(network);
  const [isAsking, setIsAsking] = useState(false);
  const afterChange = useAfterChange(NETWORKS_KEY);
  const template = templates.find((one) => one.key === network.template_key);

  const handleRotate = async () => {
    const { data, message = 'New postback URL made.' } = await networksClient.rotateKey(network.id);
    setShown(data);
    setIsAsking(false);
    afterChange({ message });
  };

  return (
    <ViewDialog
      title={`Postback setup: ${network.name}`}
      tools={<Button onClick={() => setIsAsking(true)}>Make a new URL</Button>}
      onClose={onClose}
    >
      {network.status === 'archived' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          This network is archived. Its postbacks are still accepted.
        </Alert>
      )}
      <PostbackSetup network={shown} templates={templates} />
      {postbacks}
      {template && <TemplateBadge template={template} />}
      {isAsking && (
        <ConfirmDialog
          title="Make a new postback URL?"
          text="Paste the new URL at the network afterwards."
          lasting={NETWORKS_LASTING.key}
          confirmLabel="Make a new URL"
          isDanger={false}
          onConfirm={handleRotate}
          onClose={() => setIsAsking(false)}
        />
      )}
    </ViewDialog>
  );
}
