import { statfs } from 'node:fs/promises';

/** What of a disk is free for us, and how large it is. */
export type Room = { freeBytes: number; totalBytes: number };

/** How much room there is for writers: `low` stops those that take much of it, `none` all that can wait. */
export type RoomState = 'enough' | 'low' | 'none';

/** Looks at the disk of the data folder, again and again. */
export type DiskRoom = {
  /** As of at most a few seconds ago; costs nothing. */
  state(): RoomState;
  /** Writers stop below `lowBytes` free. */
  lowBytes: number;
  /** As of now. */
  read(): Promise<Room>;
  stop(): void;
};

const UPDATE_MS = 1000;
/** Of what is left where large writers stop, the part at which all the others do. */
const NONE_SHARE = 1 / 4;

/** Of the disk that a folder lies on. */
export async function readRoom(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** @param lowBytes free bytes below which writers stop; 0: they never do */
export async function watchRoom(
  folder: string,
  lowBytes: number,
  read: () => Promise<Room> = () => readRoom(folder),
): Promise<DiskRoom> {
  let state: RoomState = 'enough';
  const updateState = async (): Promise<void> => {
    try {
      const { freeBytes } = await read();
      state = freeBytes < lowBytes * NONE_SHARE ? 'none' : freeBytes < lowBytes ? 'low' : 'enough';
    } catch {
      // a disk that cannot be asked is told by its own line of Server Health; nobody is stopped for that
    }
  };
  await updateState();
  const timer = setInterval(() => void updateState(), UPDATE_MS).unref();
  return { state: () => state, lowBytes, read, stop: () => clearInterval(timer) };
}

/** Is the error, or what caused it, that the disk is full: ours, or that of the database? */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === DATABASE_DISK_FULL ||
    code === 'disk_full' ||
    isDiskFull(error.cause)
  );
}

/** disk_full, as PostgreSQL names it. */
const DATABASE_DISK_FULL = '53100';
