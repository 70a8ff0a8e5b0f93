import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { useMayWrite } from '../session/permissions.ts';
import { Icon } from './Icon.tsx';

type Props = { children: string; onClick: () => void };

/** The primary action of a list: opens the dialog that adds a record; nothing for who may only look. */
export function AddButton({ children, onClick }: Props) {
  if (!useMayWrite()) return null;
  return (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={onClick}>
      {children}
    </Button>
  );
}
