import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router';
import { Icon } from '../../Icon.tsx';
import type { RowAction } from '../table-columns.ts';

type Props<Row> = { row: Row; actions: readonly RowAction<Row>[] };

/** The icon buttons at the end of a row. */
export function RowActions<Row>({ row, actions }: Props<Row>) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 0.5 }}>
      {actions
        .filter((action) => action.isShown?.(row) ?? true)
        .map(({ label, icon, onClick, to }) => (
          <Tooltip key={label} title={label}>
            <IconButton
              size="small"
              aria-label={label}
              {...(to ? { component: Link, to: to(row) } : { onClick: () => onClick?.(row) })}
            >
              <Icon path={icon} />
            </IconButton>
          </Tooltip>
        ))}
    </Box>
  );
}
