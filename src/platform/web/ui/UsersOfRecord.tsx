import Box from '@mui/material/Box';
import { ApiError } from '../http.ts';

type Usage = { kind: string; id: number; name: string };

type Props = { error: Error };

/** What must be changed before a record can be deleted: the list inside a 409 `in_use` answer; nothing for other errors. */
export function UsersOfRecord({ error }: Props) {
  if (!(error instanceof ApiError) || error.code !== 'in_use') return null;
  const users = (error.details['used_by'] ?? []) as Usage[];
  const count = Number(error.details['count'] ?? users.length);
  if (users.length === 0) return null;
  return (
    <Box component="ul" aria-label="Used by" sx={{ m: 0, mt: 1, pl: 2.5, maxHeight: 200, overflow: 'auto' }}>
      {users.map((user) => (
        <li key={`${user.kind} ${user.id}`}>
          {user.kind}: {user.name}
        </li>
      ))}
      {count > users.length && <li>and {count - users.length} more</li>}
    </Box>
  );
}
