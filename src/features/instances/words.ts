/** A program that runs or ran on the database, as the table has it. Times are ISO texts by the database's clock. */
export type Instance = {
  /** Of its journal. */
  id: string;
  number: number;
  host: string;
  pid: number;
  version: string;
  started_at: string;
  seen_at: string;
  ended_at: string | null;
  unshipped_bytes: bigint;
  clock_ahead_ms: number;
  adopted_at: string | null;
  settled_at: string | null;
  told_at: string | null;
};

type Said = Pick<Instance, 'number' | 'host' | 'pid' | 'seen_at' | 'ended_at' | 'unshipped_bytes'>;

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

export const describeRefusal = ({ number, host, pid }: Pick<Said, 'number' | 'host' | 'pid'>): string =>
  `Another Guidepost runs on this database (instance ${number}: process ${pid} on ${host}), and each would show a part of the numbers and of the pictures. Stop that one first, or give this one a DATABASE_URL of its own. Several run together where each has the same CLICKHOUSE_URL, S3_* and SECRET_KEY.`;

export const describeTogether = (others: readonly Pick<Said, 'number' | 'host'>[]): string =>
  `${others.length + 1} instances run on one database (besides this one ${others.map(({ number, host }) => `instance ${number} on ${host}`).join(', ')}): each shows a part of the numbers and of the pictures. Stop all but one, then see what the journals of the others still hold.`;

/** Of one whose clicks may lie in its folder alone. */
export function describeSilent({ number, host, seen_at, ended_at, unshipped_bytes: bytes }: Said): string {
  const waits =
    bytes > 0n
      ? `${bytes.toLocaleString('en-US')} bytes of its clicks and visits are not shipped`
      : 'what it recorded after that is not shipped';
  const last =
    ended_at === null
      ? `gave its last sign at ${minute(seen_at)} and did not end in order`
      : `ended at ${minute(ended_at)} before the stores had all of it`;
  return `Instance ${number} on ${host} ${last}: ${waits} and in no number. Start it again on its data folder, or on the machine of a running instance: npm run adopt -- FOLDER`;
}

export const describeAdopted = ({
  number,
  adopted_at: at,
  settled_at: settled,
}: Pick<Instance, 'number' | 'adopted_at' | 'settled_at'>): string =>
  settled === null
    ? `The journal of this data folder was to be adopted at ${minute(at!)}, as that of instance ${number}: let npm run adopt come to its end, or call it again with this folder.`
    : `What the journal of this data folder held was adopted as that of instance ${number} at ${minute(at!)}, and is in the numbers. Move the folder "journal" out of the data folder; the next start makes a new one.`;

export const describeClock = (number: number, aheadMs: number): string =>
  `The clock of instance ${number} is ${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: clicks and sales near midnight count for another day. Switch on the time service (NTP) of its machine.`;
