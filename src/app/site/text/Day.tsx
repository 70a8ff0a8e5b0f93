import { longDate, shortDate } from '../labels.ts';
import { useSite } from '../site-context.ts';

type Props = {
  /** An instant, or a day alone, which is the same in every zone. */
  at: string;
  short?: boolean;
};

/** A date that machines can read too. */
export function Day({ at, short = false }: Props) {
  const site = useSite();
  const timeZone = at.length === 10 ? 'UTC' : site.timeZone;
  return <time dateTime={at.slice(0, 10)}>{short ? shortDate(at, timeZone) : longDate(at, timeZone)}</time>;
}
