import { formatCount, formatMoney } from '../../../../platform/text/figures.ts';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import type { Attribution, AttributionLine } from '../../attribution/contract.ts';

export type AttributionRow = AttributionLine & { id: string };

/** The same money three times. */
export const attributionColumns = (data: Attribution | undefined): readonly Column<AttributionRow>[] => {
  const currency = data?.currency ?? 'USD';
  const conversions = (
    key: 'last_conversions' | 'first_conversions' | 'linear_conversions',
    label: string,
  ): Column<AttributionRow> => ({
    key,
    label,
    isSortable: true,
    isNumeric: true,
    render: (row) => shareText(row[key]),
    total: data && shareText(data.totals[key]),
  });
  const revenue = (
    key: 'last_revenue' | 'first_revenue' | 'linear_revenue',
    label: string,
    help: string,
  ): Column<AttributionRow> => ({
    key,
    label,
    help,
    isSortable: true,
    isNumeric: true,
    render: (row) => formatMoney(row[key], currency),
    total: data && formatMoney(data.totals[key], currency),
  });
  return [
    { key: 'label', label: 'Name', isSortable: true, isLong: true, render: (row) => row.label },
    conversions('last_conversions', 'Conv., last click'),
    revenue('last_revenue', 'Last click', 'All to the arrival that the click belongs to, as on all other screens.'),
    conversions('first_conversions', 'Conv., first touch'),
    revenue('first_revenue', 'First touch', 'All to the first arrival of the day of the click.'),
    conversions('linear_conversions', 'Conv., equal shares'),
    revenue('linear_revenue', 'Equal shares', 'The same to each arrival of the day until the click.'),
  ];
};

/** A conversion may be shared. */
const shareText = (text: string): string => {
  const value = Number(text);
  return Number.isInteger(value) ? formatCount(value) : value.toFixed(2);
};
