import { useSearchParams } from 'react-router';
import type { FigureName } from '../../../reports/metrics.ts';

/** Which card of a screen its chart is about, as the address has it. */
export type MetricChoice = {
  /** Undefined: none, and the chart shows what it usually does. */
  chosen: FigureName | undefined;
  /** Has the card a course? */
  isChoosable: (key: string) => boolean;
  /** Chooses a card; one that is chosen is given up. */
  toggle: (key: string) => void;
};

/** @param figures of which the screen can tell a course */
export function useMetric(figures: readonly FigureName[]): MetricChoice {
  const [params, setParams] = useSearchParams();
  const metric = params.get('metric') ?? '';
  return {
    chosen: figures.find((name) => name === metric),
    isChoosable: (key) => figures.some((name) => name === key),
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
