import type { AccountPorts } from '../../features/accounts/server/ports.ts';
import { raiseAlert } from '../../features/alerts/server/service.ts';
import { peopleById } from '../../features/people/server/service.ts';
import { getSettings } from '../../features/settings/server/service.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { undoPorts } from './undo/undo-ports.ts';
import type { Parts } from './parts.ts';

/** What accounts ask of features that stand on them. */
export function accountPorts(deps: Deps, { facts }: Pick<Parts, 'facts'>): AccountPorts {
  return {
    wallClock: deps.clock,
    undo: undoPorts(deps),
    siteName: async () => (await getSettings(deps.db)).brand,
    whereFrom({ ip, method, headers }) {
      const { browser, os, country } = facts.factsOf({ ip, method, headers });
      const device = [browser, os].filter((part) => part !== undefined).join(' on ');
      return { device: device || null, country: country ?? null };
    },
    alert: ({ person, ...told }) => raiseAlert(deps, { ...told, subject: { kind: 'person', ...person } }),
    async nameBylines(db, ids) {
      const people = await peopleById(db, [...ids]);
      return new Map([...people.values()].map(({ id, name }) => [id, name]));
    },
  };
}
