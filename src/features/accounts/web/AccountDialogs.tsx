import type { AccountPart } from './account-parts.ts';
import { AccountDialog } from './account/AccountDialog.tsx';
import { ConfirmPasswordDialog } from './account/ConfirmPasswordDialog.tsx';

type Props = {
  /** The part of the account that stands open. */
  part: AccountPart | undefined;
  /** A call waits for the password to be typed again. */
  isConfirming: boolean;
  username: string;
  onClose: () => void;
};

/** What stands over the screens about whoever is signed in. */
export function AccountDialogs({ part, isConfirming, username, onClose }: Props) {
  return (
    <>
      {part && <AccountDialog part={part} username={username} onClose={onClose} />}
      {isConfirming && <ConfirmPasswordDialog />}
    </>
  );
}
