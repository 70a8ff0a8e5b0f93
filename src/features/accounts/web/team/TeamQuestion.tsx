import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import type { Member } from '../../contract-team.ts';
import { ACCOUNTS_LASTING } from '../../lasting.ts';
import { teamClient } from './team-client.ts';

export type TeamAct = 'disable' | 'endSessions' | 'resetSecondFactor' | 'removeInvitation';

const WORDS: Record<TeamAct, { title: string; label: string; lasting: string; text: (name: string) => string }> = {
  disable: {
    title: 'Disable this person?',
    label: 'Disable',
    lasting: ACCOUNTS_LASTING.disabled,
    text: (name) =>
      `${name} is signed out everywhere within a second and cannot sign in any more. What ${name} wrote stays.`,
  },
  endSessions: {
    title: 'End all sessions?',
    label: 'End sessions',
    lasting: ACCOUNTS_LASTING.sessions,
    text: (name) => `${name} is signed out everywhere and can sign in again.`,
  },
  resetSecondFactor: {
    title: 'Turn the second factor off?',
    label: 'Turn off',
    lasting: ACCOUNTS_LASTING.secondFactor,
    text: (name) =>
      `${name} signs in by the password alone until a second factor is set up again. Do this when the phone and the recovery codes are lost, and when you are sure who asks for it.`,
  },
  removeInvitation: {
    title: 'Take the invitation back?',
    label: 'Take back',
    lasting: ACCOUNTS_LASTING.invitation,
    text: (name) => `The link of ${name} stops working, and the name is free again.`,
  },
};

type Props = { act: TeamAct; member: Member; onDone: (message: string) => void; onClose: () => void };

/** Asks before something that somebody will notice, then does it. */
export function TeamQuestion({ act, member, onDone, onClose }: Props) {
  const { title, label, text, lasting } = WORDS[act];
  return (
    <ConfirmDialog
      title={title}
      text={text(member.username)}
      lasting={lasting}
      confirmLabel={label}
      onConfirm={async () => onDone((await teamClient[act](member.id)).message)}
      onClose={onClose}
    />
  );
}
