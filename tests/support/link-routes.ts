import { linkFileRoutes } from '../../src/features/link-files/server/routes.ts';
import { linkTable } from '../../src/features/link-files/server/service.ts';
import { linksRoutes, type LinkPorts } from '../../src/features/links/server/routes.ts';
import type { ReadGoalNumbers } from '../../src/features/optimiser/server/pools.ts';
import { optimiserRoutes } from '../../src/features/optimiser/server/routes.ts';
import type { ClickCaps } from '../../src/features/router/server/click-caps.ts';
import { lostRoutes, simulatorRoutes } from '../../src/features/router/server/routes-desk.ts';
import { openSnapshot, upToDate } from '../../src/features/router/server/snapshot.ts';
import { uncapped } from '../../src/features/router/server/testing.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import type { Route } from '../../src/platform/server/http/http.ts';

type Ports = Pick<LinkPorts, 'count' | 'countPages'> & { caps: ClickCaps; goalNumbers: ReadGoalNumbers };

/** Ports of a site without visitors. */
const idlePorts: Ports = {
  count: () => Promise.resolve(new Map()),
  countPages: () => Promise.resolve(new Map()),
  caps: uncapped,
  goalNumbers: () => Promise.resolve({ visits: [], results: [], lagsHours: [] }),
};

/** All that the back office asks of links, for `testApp`. */
export function linkRoutes(route: Route, deps: Deps, given: Partial<Ports> = {}): void {
  const { count, countPages, caps, goalNumbers } = { ...idlePorts, ...given };
  linksRoutes(route, deps, { count, countPages, table: linkTable });
  linkFileRoutes(route, deps, count);
  optimiserRoutes(route, { ...deps, goalNumbers, roll: Math.random });
  lostRoutes(route, deps);
  const snapshot = openSnapshot({ ...deps, dataDir: deps.config.dataDir });
  simulatorRoutes(route, deps, { caps, routing: () => upToDate(snapshot) });
}
