import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { Icon } from './Icon.tsx';

type Props = { children: string; onClick: () => void };

/** The primary action of a list: opens the dialog that adds a record. */
export function AddButton({ children, onClick }: Props) {
  return (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={onClick}>
      {children}
    </Button>
  );
}
