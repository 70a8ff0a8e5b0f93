import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { moneyText, parseExact, toNumber, type Exact } from '../../../reports/exact.ts';
import { formatOwn } from '../../../reports/figure-text.ts';
import { figuresIn, formatOf, misreadWords, readFormula, workOut, type Format } from '../../../reports/formula.ts';
import type { FigureName } from '../../../reports/metrics.ts';
import { askIn } from '../../report-address.ts';
import type { Values } from '../../report-contract.ts';
import { statsQueries } from '../client.ts';
import type { ColumnValues } from './own-column-form.ts';

/** A figure as it was told; shares were rounded on their way, which an example can bear. */
function toldExactly(value: Values[FigureName]): Exact | null {
  if (value == null) return null;
  return parseExact(typeof value === 'string' ? value : value.toFixed(12));
}

/** What is wrong with the formula as it stands, or what it comes to in the total of the report that is open. */
export function FormulaCheck() {
  const text = useWatch<ColumnValues, 'formula'>({ name: 'formula' }).trim();
  const chosen = useWatch<ColumnValues, 'format'>({ name: 'format' });
  const [params] = useSearchParams();
  const { formula, misread } = readFormula(text);
  const totals = useQuery({
    ...statsQueries.report({
      ...askIn(params),
      dimensions: '',
      metrics: formula ? figuresIn(formula).join(',') : '',
      own: '',
      sortBy: '',
      compare: '',
    }),
    enabled: formula !== undefined,
    refetchInterval: false,
  });
  const words = () => {
    if (!formula) return text === '' ? ' ' : misreadWords(misread);
    if (totals.error) return 'The formula can be read. The total of this report could not be fetched.';
    if (!totals.data || totals.isPlaceholderData) return 'The formula can be read.';
    const { values } = totals.data.totals;
    const value = workOut(formula, (name) => toldExactly(values[name]));
    const format = (chosen || formatOf(formula)) as Format;
    const shown = value && (format === 'money' ? moneyText(value) : toNumber(value));
    return shown === null
      ? 'In the total of this report it is nothing: a part of it is not known there, or is divided by nothing.'
      : `In the total of this report: ${formatOwn({ format }, shown, totals.data.currency)}`;
  };
  const isWrong = misread !== undefined && text !== '';
  return (
    <Typography
      variant="body2"
      role="status"
      sx={{ minHeight: '1.5em', overflowWrap: 'anywhere', color: isWrong ? 'error.main' : colors.ink }}
    >
      {words()}
    </Typography>
  );
}
