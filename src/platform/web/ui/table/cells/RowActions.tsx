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

/** An action as one row offers it. */
type Offered = Pick<RowAction<never>, 'label' | 'word' | 'icon'> & { to?: string | undefined };

type Props<Row> = {
  row: Row;
  offered: readonly Offered[];
  /** @param label of an action without a `to` */
  onPress: (row: Row, label: string) => void;
};

const isOffered = <Row,>({ isShown }: RowAction<Row>, row: Row): boolean => isShown?.(row) ?? true;

/** What a row offers, of all that the table knows. */
export const offeredTo = <Row,>(actions: readonly RowAction<Row>[], row: Row): Offered[] =>
  actions
    .filter((action) => isOffered(action, row))
    .map(({ label, word, icon, to }) => ({ label, word, icon, to: to?.(row) }));

/** Does what a button of a row says. */
export const pressAction = <Row,>(actions: readonly RowAction<Row>[], row: Row, label: string): void =>
  actions.find((action) => action.label === label && isOffered(action, row))?.onClick?.(row);

/** The buttons at the end of a row that stands in no table. */
export const RowActions = <Row,>({ row, actions }: { row: Row; actions: readonly RowAction<Row>[] }) => (
  <ActionButtons
    row={row}
    offered={offeredTo(actions, row)}
    onPress={(pressed, label) => pressAction(actions, pressed, label)}
  />
);

type ButtonsProps<Row> = Props<Row> & {
  /** Where icons would lie over the figures: one button that opens them, each with its name. */
  isMenu?: boolean;
};

/** The buttons at the end of a row: icons, or words and a menu where there would be too many icons to know. */
export function ActionButtons<Row>({ row, offered, onPress, isMenu = false }: ButtonsProps<Row>) {
  if (isMenu && offered.length > 0) return <ActionMenu row={row} offered={offered} onPress={onPress} />;
  const named = offered.filter(({ word }) => word !== undefined);
  const others = offered.filter(({ word }) => word === undefined);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 0.5 }}>
      {named.map(({ word, label, to }) => (
        <Button
          key={label}
          size="small"
          aria-label={label}
          sx={{ minWidth: 0, px: 0.75 }}
          {...(to ? { component: Link, to } : { onClick: () => onPress(row, label) })}
        >
          {word}
        </Button>
      ))}
      {named.length > 0 && others.length > 0 && <ActionMenu row={row} offered={others} onPress={onPress} />}
      {named.length === 0 &&
        others.map(({ label, icon, to }) => (
          <Hint key={label} title={label}>
            <IconButton
              size="small"
              aria-label={label}
              {...(to ? { component: Link, to } : { onClick: () => onPress(row, label) })}
            >
              <Icon path={icon} />
            </IconButton>
          </Hint>
        ))}
    </Box>
  );
}

function ActionMenu<Row>({ row, offered, onPress }: Props<Row>) {
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
        {offered.map(({ label, icon, to }) => (
          <MenuItem
            key={label}
            sx={{ gap: 1.5 }}
            {...(to
              ? { component: Link, to }
              : {
                  onClick: () => {
                    close();
                    onPress(row, label);
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
