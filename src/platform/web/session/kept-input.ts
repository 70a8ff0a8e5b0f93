import { askForTyped, onPause, type Person, tabOwner } from './tab-session.ts';

/** What somebody typed into a form and has not saved, as this browser keeps it. */
export type KeptInput = {
  /** Where it lies in the browser's storage. */
  slot: string;
  /** When its last letter was typed, in ms. */
  at: number;
  /** The fields that differ from what the form began with. */
  values: Record<string, unknown>;
};

/** One form on the screen: what it is of, and what stands in it that is not saved. */
export type Typed = { key: string; values: KeptInput['values'] };

const PREFIX = 'typed:';
/** Beyond these the oldest goes. */
const MOST = 30;
const MOST_LETTERS = 2_000_000;
const MAX_AGE_MS = 30 * 24 * 3600_000;

const open = new Map<string, Typed>();
const tellers = new Set<() => void>();
let isFailureTold = false;
let lastSlot = 0;

askForTyped(() => open.size > 0);

/** Everything that is typed in this tab and not saved. */
export const typedHere = (): Typed[] => [...open.values()];

/** A place for one form of one tab; two tabs with the same form do not overwrite each other. */
export const newSlot = (): string =>
  `${Date.now().toString(36)}-${(lastSlot += 1)}-${Math.random().toString(36).slice(2, 6)}`;

const prefixOf = (person: Person | undefined): string => `${PREFIX}${person?.id ?? person?.username ?? 'guest'}:`;

/** Keeps what stands in a form, at once: whatever ends the tab, it lies in the browser. */
export function keepInput(slot: string, typed: Typed): void {
  stopListening ??= onPause(writeAll);
  open.set(slot, typed);
  write(slot, typed);
}

/** The form holds nothing that is not saved. */
export function dropInput(key: string, slot: string): void {
  open.delete(slot);
  attempt((storage) => storage.removeItem(`${prefixOf(tabOwner())}${key}:${slot}`));
}

/** The form is gone from the screen; what was kept of it stays. */
export function closeInput(slot: string): void {
  open.delete(slot);
}

/** What was left in this form before, the newest first; not what other forms of this tab hold now. */
export function findInput(key: string): KeptInput[] {
  const prefix = `${prefixOf(tabOwner())}${key}:`;
  return stored()
    .filter(({ name }) => name.startsWith(prefix) && !open.has(name.slice(prefix.length)))
    .map(({ name, kept }) => ({ ...kept, slot: name.slice(prefix.length) }))
    .toSorted((a, b) => b.at - a.at);
}

/** Somebody signs out: nothing of theirs stays in the browser. */
export function forgetInput(): void {
  open.clear();
  const prefix = prefixOf(tabOwner());
  attempt((storage) => {
    for (const { name } of stored()) if (name.startsWith(prefix)) storage.removeItem(name);
  });
}

/** Calls back once, when the browser keeps nothing of what is typed. @returns what stops it. */
export function onKeepFailure(listener: () => void): () => void {
  tellers.add(listener);
  return () => tellers.delete(listener);
}

let stopListening: (() => void) | undefined;

/** Whoever signed out in another tab has emptied the storage; what stands here still is kept anew when its person is back. */
function writeAll(): void {
  if (tabOwner()) for (const [slot, typed] of open) write(slot, typed);
}

function write(slot: string, { key, values }: Typed): void {
  const name = `${prefixOf(tabOwner())}${key}:${slot}`;
  const text = JSON.stringify({ at: Date.now(), values });
  const isKept = attempt((storage) => {
    if (text.length > MOST_LETTERS) throw new Error('Too much for this browser.');
    if (storage.getItem(name) === null) makeRoom(storage, text.length);
    storage.setItem(name, text);
  });
  if (isKept || isFailureTold) return;
  isFailureTold = true;
  for (const tell of tellers) tell();
}

function makeRoom(storage: Storage, letters: number): void {
  const others = stored().toSorted((a, b) => a.kept.at - b.kept.at);
  let sum = others.reduce((all, one) => all + one.letters, letters);
  for (const [index, one] of others.entries()) {
    const isOld = Date.now() - one.kept.at > MAX_AGE_MS;
    if (!isOld && sum <= MOST_LETTERS && others.length - index < MOST) break;
    storage.removeItem(one.name);
    sum -= one.letters;
  }
}

type Stored = { name: string; letters: number; kept: Omit<KeptInput, 'slot'> };

function stored(): Stored[] {
  const found: Stored[] = [];
  attempt((storage) => {
    for (let index = 0; index < storage.length; index += 1) {
      const name = storage.key(index)!;
      const text = name.startsWith(PREFIX) ? storage.getItem(name) : null;
      const kept = text === null ? undefined : parse(text);
      if (text !== null && kept) found.push({ name, letters: text.length, kept });
    }
  });
  return found;
}

function parse(text: string): Omit<KeptInput, 'slot'> | undefined {
  try {
    const { at, values } = JSON.parse(text) as Partial<KeptInput>;
    return typeof at === 'number' && typeof values === 'object' ? { at, values } : undefined;
  } catch {
    return undefined;
  }
}

/** A browser may refuse its storage, altogether or because it is full. */
function attempt(use: (storage: Storage) => void): boolean {
  try {
    use(localStorage);
    return true;
  } catch {
    return false;
  }
}
