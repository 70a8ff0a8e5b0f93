import type { AccountPart } from '../account-parts.ts';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';

type Props = { part: AccountPart; username: string; onClose: () => void };

/** One part of the account of whoever is signed in. */
export function AccountDialog({ part, username, onClose }: Props) {
  if (part === 'password') return <ChangePasswordDialog onClose={onClose} />;
  if (part === 'sessions') return <SessionsDialog onClose={onClose} />;
  return <SecondFactorDialog username={username} onClose={onClose} />;
}
