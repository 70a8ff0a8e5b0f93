const PER_ENDPOINT = 4;
const IN_ALL = 64;
const REMEMBERED = 2000;

type Endpoint = { active: number; isAnswering: boolean };
type Waiting = { key: string; start: (isOpen: boolean) => void };

/** A turn to send. Give it back with whether the endpoint answered. */
export type Slot = { release(answered: boolean): void };

export type Slots = {
  /** Waits for a turn; undefined when the program is closing. */
  take(endpoint: string): Promise<Slot | undefined>;
  /** Lets nobody in any more; ends when the last turn was given back. */
  close(): Promise<void>;
};

/**
 * At most 4 exchanges with one endpoint and 64 in all, first come first served. An endpoint has one slot until it has answered,
 * and again after it failed to: a dead one holds up nobody but itself.
 */
export function createSlots(): Slots {
  const endpoints = new Map<string, Endpoint>();
  let waiting: Waiting[] = [];
  let active = 0;
  let closed: (() => void) | undefined;
  let isClosing = false;

  const endpointOf = (key: string): Endpoint => {
    const known = endpoints.get(key);
    if (known) return known;
    if (endpoints.size >= REMEMBERED)
      for (const [old, state] of endpoints) if (state.active === 0) endpoints.delete(old);
    const fresh = { active: 0, isAnswering: false };
    endpoints.set(key, fresh);
    return fresh;
  };
  const hasRoom = (key: string): boolean => {
    const endpoint = endpointOf(key);
    return active < IN_ALL && endpoint.active < (endpoint.isAnswering ? PER_ENDPOINT : 1);
  };
  const enter = (key: string): Slot => {
    active += 1;
    endpointOf(key).active += 1;
    let isHeld = true;
    return {
      release(answered) {
        if (!isHeld) return;
        isHeld = false;
        active -= 1;
        const endpoint = endpointOf(key);
        endpoint.active -= 1;
        endpoint.isAnswering = answered;
        admit();
      },
    };
  };
  const admit = (): void => {
    for (let i = 0; i < waiting.length && active < IN_ALL;) {
      if (hasRoom(waiting[i]!.key)) waiting.splice(i, 1)[0]!.start(true);
      else i += 1;
    }
    if (isClosing && active === 0) closed?.();
  };

  return {
    take(key) {
      if (isClosing) return Promise.resolve(undefined);
      if (hasRoom(key)) return Promise.resolve(enter(key));
      return new Promise((resolve) =>
        waiting.push({ key, start: (isOpen) => resolve(isOpen ? enter(key) : undefined) }),
      );
    },
    close() {
      isClosing = true;
      const left = waiting;
      waiting = [];
      for (const one of left) one.start(false);
      return new Promise((resolve) => {
        closed = resolve;
        admit();
      });
    },
  };
}
