import { Icon } from './Icon.tsx';
import { useSite } from '../site-context.ts';

type Props = { hasPaidPlace?: boolean };

/** How we earn, said before the first paid link. @param hasPaidPlace whether a shop paid for its place on this page */
export function Disclosure({ hasPaidPlace = false }: Props) {
  const { disclosure, slots } = useSite();
  return (
    <p className="disclosure">
      <Icon name="info" />
      <span>
        {disclosure}{' '}
        {hasPaidPlace && 'On this page, a shop has paid for its place in the list; it is labelled “Paid placement”. '}
        <a href={`/about${slots.inner}#money`}>How we make money</a>
      </span>
    </p>
  );
}
