import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import { formatFigure, formatOwn } from '../../../reports/figure-text.ts';
import { figureOf, isMoney, isProfit, type FigureName } from '../../../reports/metrics.ts';
import type { ShownColumn } from '../../../reports/own-columns-contract.ts';
import { ownName } from '../../../reports/own-names.ts';
import type { ReportLine, ReportReply, Values } from '../../report-contract.ts';
import { MoneyCell } from '../../../../platform/web/ui/table/cells/MoneyCell.tsx';
import { Loss } from '../../../../platform/web/ui/table/cells/Loss.tsx';
import { changeOf, signedChange } from '../parts/change.ts';
import { cutOf } from '../../../reports/dimensions-contract.ts';

export type ReportRow = ReportLine & { id: string };

const InsideLink = ({ to, children }: { to: string; children: string }) => (
  <Box component={Link} to={to} title="Go into this line" sx={{ color: colors.brandText, overflowWrap: 'anywhere' }}>
    {children}
  </Box>
);

type Told = { values: Values; before?: Values | undefined };

function withChange(name: FigureName, line: Told, currency: string, isPart = false) {
  const words = formatFigure(name, line.values[name], currency, isPart);
  const text = isProfit(name) ? <Loss value={line.values[name] ?? null}>{words}</Loss> : words;
  return changed(name, line, text, line.before && formatFigure(name, line.before[name], currency));
}

/** What is told, and how much more or less that is than before. */
function changed(key: keyof Values, { values, before }: Told, text: ReactNode, earlier: string | undefined) {
  if (!before) return <span title={String(values[key] ?? '')}>{text}</span>;
  const change = changeOf(values[key] ?? null, before[key] ?? null);
  const sign = typeof change === 'number' ? signedChange(change) : 'new';
  return (
    <span title={`before: ${earlier}`}>
      {text} {change !== undefined && <small>({sign})</small>}
    </span>
  );
}

function ownColumn(own: ShownColumn, reply: ReportReply, isMain: boolean): Column<ReportRow> {
  const { currency } = reply;
  const key = ownName(own.id);
  const cell = (line: Told, isPart = false) =>
    changed(
      key,
      line,
      formatOwn(own, line.values[key], currency, isPart),
      line.before && formatOwn(own, line.before[key], currency),
    );
  return {
    key,
    label: own.name,
    help: `Own column: ${own.formula}`,
    isNumeric: true,
    isSortable: true,
    render: (row) =>
      row.unconverted && own.format === 'money' ? (
        <MoneyCell
          value={(row.values[key] ?? null) as string | null}
          currency={currency}
          unconverted={row.unconverted}
          isMain={isMain}
        />
      ) : (
        cell(row)
      ),
    total: key in reply.totals.values ? cell(reply.totals, reply.unconverted.length > 0) : undefined,
  };
}

/**
 * The columns of a report: what it is cut by, then its figures with their totals.
 * @param into the address of what is inside a line; undefined where nothing is; left out where nobody may go
 */
export function reportColumns(
  reply: ReportReply | undefined,
  figures: readonly FigureName[],
  into?: (row: ReportRow) => string | undefined,
): Column<ReportRow>[] {
  const currency = reply?.currency ?? 'USD';
  return [
    ...(reply?.dimensions ?? []).map((dimension, i): Column<ReportRow> => ({
      key: dimension,
      label: cutOf(dimension).label,
      help: cutOf(dimension).help,
      isSortable: true,
      isLong: cutOf(dimension).isLong === true,
      render: (row) => {
        const name = row.dims[dimension]?.label ?? '';
        const to = i === 0 ? into?.(row) : undefined;
        return to === undefined ? name : <InsideLink to={to}>{name}</InsideLink>;
      },
    })),
    ...figures.map((name): Column<ReportRow> => ({
      key: name,
      label: figureOf(name).label,
      help: figureOf(name).help,
      isNumeric: true,
      isSortable: true,
      render: (row) =>
        row.unconverted && figureOf(name).kind === 'money' ? (
          <Loss value={isProfit(name) ? (row.values[name] ?? null) : null}>
            <MoneyCell
              value={row.values[name] as string | null}
              currency={currency}
              unconverted={row.unconverted}
              isMain={name === figures.find((one) => figureOf(one).kind === 'money')}
            />
          </Loss>
        ) : (
          withChange(name, row, currency)
        ),
      total:
        reply && name in reply.totals.values
          ? withChange(name, reply.totals, currency, reply.unconverted.length > 0)
          : undefined,
    })),
    ...(reply?.own ?? []).map((own, i) => ownColumn(own, reply!, i === 0 && !figures.some(isMoney))),
  ];
}
