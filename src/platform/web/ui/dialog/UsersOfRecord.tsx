import Box from '@mui/material/Box';
import { formatCount } from '../../../text/figures.ts';
import { ApiError } from '../../http.ts';
import { DateTime } from '../DateTime.tsx';

type Usage = { kind: string; id: number; name: string };
type Earned = {
  conversions: number;
  last_conversion_at: string | null;
  postbacks_30d: number;
  last_postback_at: string | null;
  costs: number;
};

type Props = { error: Error };

/** What keeps a record from being deleted, users and money: the list inside a 409 `in_use` answer; nothing for other errors. */
export function UsersOfRecord({ error }: Props) {
  if (!(error instanceof ApiError) || error.code !== 'in_use') return null;
  const users = (error.details['used_by'] ?? []) as Usage[];
  const count = Number(error.details['count'] ?? users.length);
  const earned = error.details['earned'] as Earned | undefined;
  if (users.length === 0 && !earned) return null;
  return (
    <Box component="ul" aria-label="Used by" sx={{ m: 0, mt: 1, pl: 2.5, maxHeight: 200, overflow: 'auto' }}>
      {users.map((user) => (
        <li key={`${user.kind} ${user.id}`}>
          {user.kind}: {user.name}
        </li>
      ))}
      {count > users.length && <li>and {count - users.length} more</li>}
      {earned && <EarnedLines earned={earned} />}
    </Box>
  );
}

function EarnedLines({ earned }: { earned: Earned }) {
  return (
    <>
      {earned.conversions > 0 && (
        <li>
          conversions: {formatCount(earned.conversions)}, the last <DateTime value={earned.last_conversion_at} />
        </li>
      )}
      {earned.postbacks_30d > 0 && (
        <li>
          postbacks of the last 30 days: {formatCount(earned.postbacks_30d)}, the last{' '}
          <DateTime value={earned.last_postback_at} />
        </li>
      )}
      {earned.costs > 0 && <li>bills: {formatCount(earned.costs)}</li>}
    </>
  );
}
