import { longDate, shortDate } from './labels.ts';
import { useSite } from './site-context.ts';

type Props = { at: string; short?: boolean };

/** A date that machines can read too. */
export function Day({ at, short = false }: Props) {
  const { timeZone } = useSite();
  return <time dateTime={at.slice(0, 10)}>{short ? shortDate(at, timeZone) : longDate(at, timeZone)}</time>;
}
