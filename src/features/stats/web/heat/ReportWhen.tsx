import { useSearchParams } from 'react-router';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { figureOf, type FigureName } from '../../../reports/metrics.ts';
import { WhenCard } from './WhenCard.tsx';

type Props = {
  filters: Readonly<Record<string, string>>;
  /** Those of the report, of which one colours the hours. */
  figures: readonly FigureName[];
};

/** A report by hour and weekday as a table of both. */
export function ReportWhen({ filters, figures }: Props) {
  const [params, setParams] = useSearchParams();
  const [first = 'visits', ...rest] = figures;
  const chosen = rest.find((name) => name === params.get('metric'));
  const handleChange = (name: string): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (name) next.set('metric', name);
        else next.delete('metric');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <WhenCard
      filters={filters}
      figure={chosen ?? first}
      choice={
        <FilterSelect
          label="Coloured by"
          all={figureOf(first).label}
          value={chosen ?? ''}
          options={rest.map((name) => ({ value: name, label: figureOf(name).label }))}
          onChange={handleChange}
        />
      }
    />
  );
}
