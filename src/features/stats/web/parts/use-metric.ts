import { useSearchParams } from 'react-router';
import { isFigure, type FigureName } from '../../../reports/metrics.ts';
import type { Course } from '../../course-contract.ts';

/** Which card of a screen its chart is about, as the address has it. */
export type MetricChoice = {
  /** Undefined: none, and the chart shows what it usually does. */
  chosen: { name: FigureName; label: string } | undefined;
  /** Has the card a course? */
  isChoosable: (key: string) => boolean;
  /** Chooses a card; one that is chosen is given up. */
  toggle: (key: string) => void;
};

/** @param course undefined while it is on its way */
export function useMetric(
  kpis: readonly { key: string; label: string }[] | undefined,
  course: Course | undefined,
): MetricChoice {
  const [params, setParams] = useSearchParams();
  const metric = params.get('metric') ?? '';
  const day = course?.days[0];
  const isChoosable = (key: string) => day !== undefined && isFigure(key) && key in day;
  const label = kpis?.find(({ key }) => key === metric)?.label;
  return {
    chosen: isFigure(metric) && isChoosable(metric) && label !== undefined ? { name: metric, label } : undefined,
    isChoosable,
    toggle: (key) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (key === metric) next.delete('metric');
          else next.set('metric', key);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
