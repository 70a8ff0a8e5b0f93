import Box from '@mui/material/Box';
import { CopyField } from '../../../platform/web/ui/CopyField.tsx';
import type { Network, NetworkTemplate } from '../contract.ts';

const GENERIC_STEPS = [
  'Open the postback, pixel or server-to-server settings of your account at the network.',
  'Paste the postback URL and replace the words in braces by the macros of the network for the same things.',
  'Save, send a test from there, and check that the last postback of this network changes.',
];

type Props = { network: Network; templates: readonly NetworkTemplate[] };

/** The ready postback URL and the three steps in which it is put to work. */
export function PostbackSetup({ network, templates }: Props) {
  const template = templates.find((one) => one.key === network.template_key);
  return (
    <Box sx={{ mb: 2 }}>
      <CopyField label="Postback URL" value={network.postback_url} help="Secret: who has it can report conversions." />
      <Box component="ol" aria-label="Steps" sx={{ pl: 2.5, mb: 0, mt: 1.5, '& li': { mb: 0.75 } }}>
        {(template?.instructions ?? GENERIC_STEPS).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Box>
    </Box>
  );
}
