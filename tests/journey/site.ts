import { startServer, type TestServer } from '../support/server.ts';

/** The site that the journey goes through. */
export type JourneySite = Pick<TestServer, 'url' | 'dataDir' | 'adminUsername' | 'adminPassword'>;

/** One that runs already, empty, and may send to this port of its own machine. */
export type GivenSite = JourneySite & { receiverPort: number };

/** JSON of a `GivenSite`: how the journey is gone through in a container. */
export const JOURNEY_AT = 'JOURNEY_AT';

const text = process.env[JOURNEY_AT];
export const given = text === undefined ? undefined : (JSON.parse(text) as GivenSite);

/** @param receiver host and port that it may send to */
export async function openSite(receiver: string): Promise<{ site: JourneySite; close(): Promise<void> }> {
  if (given) return { site: given, close: () => Promise.resolve() };
  const server = await startServer({ env: { SAMPLE: 'off', OUTGOING_ALLOW: receiver } });
  return { site: server, close: async () => void (await server.stop()) };
}
