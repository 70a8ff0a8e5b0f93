import { DayField } from '../../../../platform/web/ui/inputs/DayField.tsx';
import { usePeriod } from './use-period.ts';

type Props = { /** In which the report counts its days. */ timeZone: string | undefined };

/** The first and the last day of a period that has no name. */
export function PeriodDays({ timeZone }: Props) {
  const { date_from: from, date_to: to, setDay } = usePeriod(timeZone);
  return (
    <>
      <DayField label="From" value={from} onChange={(day) => setDay('date_from', day)} />
      <DayField label="To" value={to} onChange={(day) => setDay('date_to', day)} />
    </>
  );
}
