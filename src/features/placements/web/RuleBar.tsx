import Box from '@mui/material/Box';
import { formatMoney } from '../../../platform/text/figures.ts';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import type { TableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Losing } from '../contract.ts';

type Props = { table: TableState; data: Losing['data'] | undefined; currency: string };

const choices = (values: readonly string[], unit = '') => values.map((value) => ({ value, label: `${value}${unit}` }));
const AMOUNTS = ['-100', '-50', '-20', '-10'];

/** By what a placement counts as losing. */
export function RuleBar({ table, data, currency }: Props) {
  const params = (data?.params ?? []).map(({ alias, label }) => ({ value: alias, label }));
  const isUsual = ({ value }: { value: string }): boolean => value === data?.usual_param;
  return (
    <Box
      component="section"
      aria-label="Rule"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', md: 'repeat(5, 1fr)' },
        gap: { xs: 1.5, sm: 2 },
        mb: 3,
        '& > *': { minWidth: 0 },
      }}
    >
      <TableFilter
        table={table}
        name="param"
        label="Placements by"
        all={params.find(isUsual)?.label ?? 'Site'}
        options={params.filter((one) => !isUsual(one))}
      />
      <TableFilter
        table={table}
        name="days"
        label="Days"
        all="30 days"
        options={choices(['7', '14', '60', '90', '180'], ' days')}
      />
      <TableFilter
        table={table}
        name="min_visits"
        label="Visits at least"
        all="100"
        options={choices(['30', '50', '200', '500', '1000'])}
      />
      <TableFilter
        table={table}
        name="below"
        label="Profit below"
        all={formatMoney('0', currency)}
        options={AMOUNTS.map((value) => ({ value, label: formatMoney(value, currency) }))}
      />
      <TableFilter
        table={table}
        name="certainty"
        label="Certainty"
        all="90%"
        options={choices(['70', '80', '95', '99'], '%')}
      />
    </Box>
  );
}
