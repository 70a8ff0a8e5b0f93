/** What a person can do about the own account. */
export const ACCOUNT_PARTS = ['password', 'second-factor', 'sessions'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** @property words what else people call it */
export const ACCOUNT_LABELS: Record<AccountPart, { label: string; words: string }> = {
  password: { label: 'Change password', words: 'password account login credentials' },
  'second-factor': {
    label: 'Second factor',
    words: 'second factor two-factor 2fa mfa totp authenticator app code recovery codes account security',
  },
  sessions: { label: 'My sessions', words: 'sessions devices signed in sign out everywhere log out account security' },
};
