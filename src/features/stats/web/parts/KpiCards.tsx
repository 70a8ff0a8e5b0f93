import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { colors, radius } from '../../../../platform/web/styles/tokens.ts';
import { Loss } from '../../../../platform/web/ui/table/cells/Loss.tsx';
import { sizeOfChange } from './change.ts';
import type { Query } from '../../../../platform/web/http.ts';
import { DrillLink } from './DrillLink.tsx';
import { WhyButton } from '../why/WhyButton.tsx';
import type { MetricChoice } from './use-metric.ts';
import type { WhyFigure } from '../why/why-words.ts';

export type Kpi = {
  /** Tells it from the others. */
  key: string;
  label: string;
  value: string;
  /** Of a profit or an ROI its figure, so that a loss looks like one. */
  profit?: string | number | null;
  /** A smaller line below: what the figure is made of. */
  note?: string;
  /** What a rate is made of, for the tooltip. */
  title?: string;
  /** Asks what a sum of money is made of; `label` is then said with it. */
  why?: { figure: WhyFigure; query: Query };
  /** The address of the rows it is made of. */
  to?: string;
  /** Against the days before: 0.2 = a fifth more; undefined when nothing is compared, null when there was nothing before. */
  change?: number | null | undefined;
};

/** Words and an arrow: never colour alone, and no judgement of what is good. */
function changeText(change: number | null): string {
  if (change === null) return 'nothing before';
  if (change === 0) return 'same as before';
  return `${change > 0 ? '▲' : '▼'} ${sizeOfChange(change)} vs before`;
}

/** Rows of nearly the same length: no card stands alone in a row where it can be helped. */
function columnsFor(count: number) {
  const rows = (least: number) => `repeat(${Math.ceil(count / least)}, minmax(0, 1fr))`;
  return {
    gridTemplateColumns: {
      xs: 'repeat(2, minmax(0, 1fr))',
      sm: rows(count > 9 ? 4 : 3),
      lg: rows(count > 12 ? 3 : count > 6 ? 2 : 1),
    },
    '@media print': { gridTemplateColumns: rows(2) },
    ...(count <= 9 && { '@media (min-width: 1800px)': { gridTemplateColumns: rows(1) } }),
  };
}

/** Links and questions of the card stay above the button that covers it. */
const choosable = {
  position: 'relative',
  '& a, & dt > button:not([aria-pressed])': { position: 'relative', zIndex: 1 },
  '&:has([aria-pressed]:hover)': { borderColor: colors.lineStrong },
} as const;
const chosen = {
  backgroundColor: colors.brandTint,
  borderColor: colors.brandText,
  boxShadow: `inset 0 3px 0 ${colors.brandText}`,
};
/** The label is the button; all of the card presses it. */
const cover = {
  p: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: `${radius.card}px` },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: `2px solid ${colors.brandText}`, outlineOffset: 2 },
} as const;

type Props = {
  /** Undefined while the numbers are on their way. */
  kpis: readonly Kpi[] | undefined;
  /** The cards choose what a chart shows; undefined: there is none. */
  metric?: MetricChoice;
  /** Places to hold meanwhile. */
  places?: number;
};

/** The figures at the head of a screen, as many beside each other as fit. */
export function KpiCards({ kpis, metric, places = 6 }: Props) {
  return (
    <Box
      component="dl"
      aria-label="Key figures"
      sx={{ display: 'grid', gap: { xs: 1.5, sm: 2 }, m: 0, mb: 3, ...columnsFor(kpis?.length ?? places) }}
    >
      {kpis === undefined
        ? Array.from({ length: places }, (_, place) => <Skeleton key={place} variant="rounded" height={96} />)
        : kpis.map((kpi) => (
            <Paper
              key={kpi.key}
              variant="outlined"
              sx={{
                p: 1.5,
                minWidth: 0,
                ...(metric && choosable),
                ...(metric?.chosen === kpi.key && chosen),
              }}
            >
              <Typography
                component="dt"
                variant="body2"
                sx={{ color: 'text.secondary', display: 'flex', justifyContent: 'space-between', gap: 0.5 }}
              >
                {metric?.isChoosable(kpi.key) ? (
                  <Box
                    component="button"
                    type="button"
                    aria-label={`${kpi.label} in the chart`}
                    aria-pressed={metric.chosen === kpi.key}
                    onClick={() => metric.toggle(kpi.key)}
                    sx={cover}
                  >
                    {kpi.label}
                  </Box>
                ) : (
                  kpi.label
                )}
                {kpi.why && <WhyButton label={kpi.label} {...kpi.why} />}
              </Typography>
              <Typography
                component="dd"
                sx={{
                  m: 0,
                  // a long sum stays on one line
                  fontSize: kpi.value.length > 9 ? '1.0625rem' : '1.375rem',
                  lineHeight: 1.6,
                  fontWeight: 600,
                  fontVariantNumeric: 'tabular-nums',
                  overflowWrap: 'anywhere',
                }}
              >
                <DrillLink to={kpi.to} title={kpi.title}>
                  <Loss value={kpi.profit ?? null}>{kpi.value}</Loss>
                </DrillLink>
              </Typography>
              {kpi.change !== undefined && (
                <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
                  {changeText(kpi.change)}
                </Typography>
              )}
              {kpi.note && (
                <Typography component="dd" variant="body2" sx={{ m: 0, color: 'text.secondary' }}>
                  {kpi.note}
                </Typography>
              )}
            </Paper>
          ))}
    </Box>
  );
}
