import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useContractForm } from '../../../../platform/web/form.ts';
import { qrCode } from '../../../../platform/web/qr/qr.ts';
import { markSecret } from '../../../../platform/web/session/secret-fields.ts';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { QrPicture } from '../../../../platform/web/qr/QrPicture.tsx';
import { CodeBody, type SecondFactorSetup } from '../../contract.ts';
import { accountClient } from './account-client.ts';

type Props = { setup: SecondFactorSetup; onDone: (recoveryCodes: string[]) => void; onClose: () => void };

/** Takes the new secret to the phone, and turns the second factor on by a code from there. */
export function SetupDialog({ setup, onDone, onClose }: Props) {
  const form = useContractForm({ schema: CodeBody, values: { code: '' }, keepAs: 'account/second-factor' });
  // worth nothing half a minute later
  markSecret(form.control, 'code');
  const code = useMemo(() => qrCode(setup.uri), [setup.uri]);
  return (
    <FormDialog
      title="Set up the second factor"
      form={form}
      saveLabel="Turn on"
      onSave={async (wire) => onDone((await accountClient.confirmSetup(wire.code)).codes)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography>1. Scan this picture with your authenticator app.</Typography>
        <QrPicture code={code} label="QR code for your authenticator app" />
        <CopyField
          label="Key"
          help="For an app that cannot read pictures."
          value={setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        />
        <Typography>2. Type the code that the app shows.</Typography>
        <TextInput name="code" label="Code" autoComplete="one-time-code" isMono isRequired />
      </Box>
    </FormDialog>
  );
}
