import { TeamScreen } from '../../../features/accounts/web/TeamScreen.tsx';
import { peopleQueries } from '../../../features/people/web/client.ts';

/** The team, with the bylines that stand under People. */
export const Team = () => <TeamScreen bylines={peopleQueries} />;
