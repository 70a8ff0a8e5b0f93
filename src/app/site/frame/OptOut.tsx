import { Icon } from './Icon.tsx';

type Props = { isOptedOut: boolean };

/** Says whether this browser is counted, and changes it: a form, so that it needs no script. */
export function OptOut({ isOptedOut }: Props) {
  return (
    <form className="notice choice" method="post" action="/privacy">
      <Icon name={isOptedOut ? 'check' : 'info'} />
      <div>
        <p>
          <strong>{isOptedOut ? 'This browser is not counted.' : 'This browser is counted as described above.'}</strong>
        </p>
        <p>
          {isOptedOut
            ? 'One cookie, gp_ignore=1, tells us so. It is the same for everybody and holds no number of yours.'
            : 'Opting out sets the only cookie of this site, gp_ignore=1. It is the same for everybody, holds no number of yours and lasts 400 days.'}{' '}
          {isOptedOut
            ? 'What you open and follow enters none of our counts, without a visitor code and without advertising click numbers. A paid link still carries its random click number, so that a sale can be paid for.'
            : 'After that, what you open and follow enters none of our counts, and no visitor code is made.'}
        </p>
        <button className="button" type="submit" name="choice" value={isOptedOut ? 'in' : 'out'}>
          {isOptedOut ? 'Count me again' : 'Do not count me'}
        </button>
      </div>
    </form>
  );
}
