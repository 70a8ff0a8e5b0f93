import { useQuery } from '@tanstack/react-query';
import { useContractForm } from '../../../../platform/web/form.ts';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import { CannotUndo } from '../../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { PasswordInput } from '../../../../platform/web/ui/inputs/PasswordInput.tsx';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { PasswordBody } from '../../contract.ts';
import { ACCOUNTS_LASTING } from '../../lasting.ts';
import { minLength } from '../../password-rules.ts';
import { accountClient, accountQueries } from './account-client.ts';
import { NewPasswordInput } from '../NewPasswordInput.tsx';

type Props = { onClose: () => void };

/** Changes the password of whoever is signed in. */
export function ChangePasswordDialog({ onClose }: Props) {
  const notify = useSnackbar();
  const factor = useQuery(accountQueries.secondFactor());
  const form = useContractForm({
    schema: PasswordBody,
    values: { current_password: '', new_password: '' },
    keepAs: 'account/password',
  });

  const handleSave = async (wire: PasswordBody) => {
    const { message } = await accountClient.changePassword(wire);
    notify({ message });
    onClose();
  };

  return (
    <FormDialog title="Change password" form={form} onSave={handleSave} saveLabel="Change password" onClose={onClose}>
      <FailedParts queries={[factor]} />
      <FormSection help="Wherever else you are signed in, that session ends.">
        <Wide>
          <CannotUndo why={ACCOUNTS_LASTING.password} />
        </Wide>
        <Wide>
          <PasswordInput
            name="current_password"
            label="Current password"
            autoComplete="current-password"
            autoFocus
            isRequired
          />
        </Wide>
        <Wide>
          <NewPasswordInput name="new_password" label="New password" least={minLength(factor.data?.is_on ?? false)} />
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
