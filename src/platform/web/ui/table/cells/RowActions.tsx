import { mdiDotsVertical } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router';
import { Hint } from '../../Hint.tsx';
import { Icon } from '../../Icon.tsx';
import type { RowAction } from '../table-columns.ts';

type Props<Row> = {
  row: Row;
  actions: readonly RowAction<Row>[];
  /** Where icons would lie over the figures: one button that opens them, each with its name. */
  isMenu?: boolean;
};

/** The buttons at the end of a row: icons, or words and a menu where there would be too many icons to know. */
export function RowActions<Row>({ row, actions, isMenu = false }: Props<Row>) {
  const shown = actions.filter((action) => action.isShown?.(row) ?? true);
  if (isMenu && shown.length > 0) return <ActionMenu row={row} actions={shown} />;
  const named = shown.filter(({ word }) => word !== undefined);
  const others = shown.filter(({ word }) => word === undefined);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 0.5 }}>
      {named.map(({ word, label, onClick, to }) => (
        <Button
          key={label}
          size="small"
          aria-label={label}
          sx={{ minWidth: 0, px: 0.75 }}
          {...(to ? { component: Link, to: to(row) } : { onClick: () => onClick?.(row) })}
        >
          {word}
        </Button>
      ))}
      {named.length > 0 && others.length > 0 && <ActionMenu row={row} actions={others} />}
      {named.length === 0 &&
        others.map(({ label, icon, onClick, to }) => (
          <Hint key={label} title={label}>
            <IconButton
              size="small"
              aria-label={label}
              {...(to ? { component: Link, to: to(row) } : { onClick: () => onClick?.(row) })}
            >
              <Icon path={icon} />
            </IconButton>
          </Hint>
        ))}
    </Box>
  );
}

function ActionMenu<Row>({ row, actions }: Props<Row>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label="Actions"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {actions.map(({ label, icon, onClick, to }) => (
          <MenuItem
            key={label}
            sx={{ gap: 1.5 }}
            {...(to
              ? { component: Link, to: to(row) }
              : {
                  onClick: () => {
                    close();
                    onClick?.(row);
                  },
                })}
          >
            <Icon path={icon} />
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
