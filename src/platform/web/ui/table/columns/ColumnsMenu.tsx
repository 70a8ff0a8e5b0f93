import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { withName } from './arrange.ts';
import { ColumnBoxes } from './ColumnBoxes.tsx';
import { ColumnOrder } from './ColumnOrder.tsx';
import type { ColumnChoice } from './column-choice.ts';

type Props = ColumnChoice & { anchor: HTMLElement; onClose: () => void };

/** Which columns a table shows, and in which order: each is ticked on one side and put in its place on the other. */
export function ColumnsMenu({ of, options, chosen, onChange, onReset, footer, anchor, onClose }: Props) {
  const names = options.map(({ name }) => name);
  const isFixed = (name: string) => options.some((option) => option.name === name && option.isFixed);
  // a choice that says nothing means the usual columns
  const isLast = chosen.length === 1 && !options.some((option) => option.isFixed);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': `Columns of ${of}`,
          sx: {
            width: { xs: 'calc(100% - 32px)', sm: 600 },
            maxHeight: 'min(680px, calc(100% - 32px))',
            display: 'flex',
            flexDirection: 'column',
          },
        },
      }}
    >
      <Box sx={{ overflow: { xs: 'auto', sm: 'hidden' }, display: { sm: 'flex' }, minHeight: 0 }}>
        <ColumnBoxes
          options={options}
          chosen={chosen}
          isKept={(name) => isFixed(name) || (isLast && chosen.includes(name))}
          onTick={(name) =>
            onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : withName(names, chosen, name))
          }
        />
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            p: 2,
            overflow: { sm: 'auto' },
            borderColor: 'divider',
            borderStyle: 'solid',
            borderWidth: { xs: '1px 0 0', sm: '0 0 0 1px' },
          }}
        >
          <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
            Order
          </Typography>
          <ColumnOrder
            columns={chosen.flatMap((name) => options.find((option) => option.name === name) ?? [])}
            onChange={onChange}
          />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 1.5, borderTop: 1, borderColor: 'divider' }}>
        {footer?.(onClose)}
        <Button onClick={onReset}>Reset to default</Button>
        <Button variant="outlined" onClick={onClose} sx={{ ml: 'auto' }}>
          Done
        </Button>
      </Box>
    </Popover>
  );
}
