/** What cannot be taken back, as it is said before it happens: see docs/how-to/make-a-change-undoable.md. */
export const ACCOUNTS_LASTING = {
  password: 'The password of before is not kept, and sessions that end with it stay ended.',
  passwordLink: 'The link of before stops working.',
  recoveryCodes: 'The recovery codes of before stop working and are not kept.',
  secondFactor: 'A second factor that was turned off is not kept. Another one can be set up.',
  sessions: 'A session that was ended stays ended. One signs in again.',
  disabled: 'Sessions and keys that end with it stay ended. The person can be enabled again on Team.',
  invitation: 'The link does not work again. Invite the person anew.',
  key: 'Of a key nothing is kept by which it could come back. Make another one on API Keys.',
} as const;
