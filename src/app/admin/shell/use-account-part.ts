import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type AccountPart, isAccountPart } from '../../../features/accounts/web/account-parts.ts';

const KEY = 'account';

type Opened = { part: AccountPart | undefined; open: (part: AccountPart) => void; close: () => void };

/** Which part of the account stands open, kept in the address: Back closes it, and the quick find can name it. */
export function useAccountPart(): Opened {
  const [params, setParams] = useSearchParams();
  const given = params.get(KEY);
  const open = useCallback(
    (part: AccountPart) =>
      setParams((now) => {
        now.set(KEY, part);
        return now;
      }),
    [setParams],
  );
  const close = useCallback(
    () =>
      setParams(
        (now) => {
          now.delete(KEY);
          return now;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { part: isAccountPart(given) ? given : undefined, open, close };
}
