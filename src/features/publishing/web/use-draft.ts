import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, DefaultValues } from 'react-hook-form';
import type { ContractForm } from '../../../platform/web/form.ts';
import { ApiError } from '../../../platform/web/http.ts';
import type { Content, Draft, DraftReply } from '../contract.ts';
import { publishingCalls, type RecordPath } from './client.ts';

/** The pause after the last key before edits are kept. */
const AUTOSAVE_MS = 2000;
/** The pause before preview and checklist follow. */
const SETTLE_MS = 600;
/** The pauses before edits that could not be kept are sent again; the last one repeats. */
const RETRY_MS = [2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Where the edits are: nowhere to be lost (`none`), only in this window, on their way, kept, refused, or overtaken by another window. */
export type DraftState =
  | { kind: 'none' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'kept'; at: string }
  | { kind: 'failed'; message: string; since: string }
  | { kind: 'elsewhere'; draft: Draft };

/** A record with a history, and how its form and the wire say the same. */
export type DraftOf<Stored extends { version: number }, Values extends FieldValues> = {
  path: RecordPath;
  /** As it was when the editor opened. */
  record: Stored;
  /** What the draft call answered when the editor opened. */
  found: DraftReply;
  toValues: (record: Stored) => Values;
  /** The form as the PUT takes it; `version` is left out of the draft. */
  toWire: (values: Values) => object;
};

export type DraftControl<Stored> = {
  state: DraftState;
  /** The fields that differ from the stored record, as they were at the last pause. */
  edits: Content;
  /** The record that the edits are compared with. */
  stored: Stored;
  /** Keeps what is not kept yet. @returns false when that failed */
  flush: () => Promise<boolean>;
  /** Call it before the record itself is saved, so that no late draft follows. */
  settle: () => Promise<void>;
  /** The record was saved, and the draft is gone with it: the form begins anew. */
  saved: (record: Stored) => void;
  /** Somebody else saved the record, and the form holds what was chosen of both. */
  rebase: (record: Stored) => void;
  /** Puts a draft of the server into the form: a restored revision, or that of another window. */
  take: (draft: Draft) => void;
  /** Replaces the draft of another window by the edits in this one. */
  keepMine: () => Promise<boolean>;
  /** Drops the edits, here and on the server. @throws ApiError */
  discard: () => Promise<void>;
};

/**
 * Unsaved edits of a record: kept on the server two seconds after the last key, never written to the live record.
 * @param form begins with the record, and with `withDraft` of it as its `edited` values when a draft was found
 */
export function useDraft<Stored extends { version: number }, Values extends FieldValues, Wire>(
  form: ContractForm<Values, Wire>,
  { path, record, found, toValues, toWire }: DraftOf<Stored, Values>,
): DraftControl<Stored> {
  const compare = (values: Values, of: Stored): Content =>
    changedFields(toWire(toValues(of)) as Content, toWire(values) as Content);

  const [stored, setStored] = useState(record);
  const [edits, setEdits] = useState<Content>(() =>
    found.data ? compare(toValues(withDraft(record, found.data)), record) : {},
  );
  const [state, setState] = useState<DraftState>(
    found.data ? { kind: 'kept', at: found.data.updated_at } : { kind: 'none' },
  );
  /** The stored record as handlers must know it, before the next render does. */
  const base = useRef(record);
  const timers = useRef<{ save?: Timer; settle?: Timer; retry?: Timer }>({});
  /** Tries that failed one after the other, and when the first one did. */
  const failures = useRef<{ count: number; since: string | undefined }>({ count: 0, since: undefined });
  /** The draft as the server has it. */
  const kept = useRef<Kept>(found.data ? keptOf(found.data, edits) : NOTHING);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  const contentNow = (): Content => compare(form.getValues(), base.current);

  const restState = (): DraftState =>
    kept.current.at === undefined ? { kind: 'none' } : { kind: 'kept', at: kept.current.at };

  const push = async (): Promise<boolean> => {
    const values = form.getValues();
    const content = contentNow();
    const json = JSON.stringify(content);
    // a save that was refused has stopped the timer of preview and checklist
    setEdits(content);
    if (json === kept.current.json) return true;
    if (failures.current.count === 0) setState({ kind: 'saving' });
    try {
      if (json === '{}') {
        await publishingCalls.dropDraft(path);
        kept.current = NOTHING;
      } else {
        const { version } = kept.current;
        const draft = await publishingCalls.saveDraft(path, {
          content,
          base_version: (values as { version?: number }).version ?? base.current.version,
          ...(version !== undefined && { version }),
        });
        kept.current = { json, version: draft.version, at: draft.updated_at };
      }
      failures.current = { count: 0, since: undefined };
      // what was typed meanwhile has its own timer
      const isAllKept = timers.current.save === undefined;
      if (isAllKept) form.kept.drop();
      setState(isAllKept ? restState() : { kind: 'unsaved' });
      return true;
    } catch (error) {
      handleFailure(error);
      return false;
    }
  };

  const handleFailure = (error: unknown) => {
    const draft = error instanceof ApiError && error.code === 'version_conflict' && error.details['current'];
    if (draft) return setState({ kind: 'elsewhere', draft: draft as Draft });
    const { count, since = nowIso() } = failures.current;
    failures.current = { count: count + 1, since };
    setState({ kind: 'failed', message: (error as Error).message, since });
    if (!mayPass(error)) return undefined;
    const pause = RETRY_MS[Math.min(count, RETRY_MS.length - 1)];
    clearTimeout(timers.current.retry);
    timers.current.retry = setTimeout(() => void flush(), pause);
    return undefined;
  };

  const stopTimer = (name: 'save' | 'settle' | 'retry') => {
    clearTimeout(timers.current[name]);
    delete timers.current[name];
  };
  const stopTimers = () => {
    for (const name of ['save', 'settle', 'retry'] as const) stopTimer(name);
  };

  // one after the other, so that an older one never arrives last
  const flush = (): Promise<boolean> => {
    stopTimer('save');
    stopTimer('retry');
    running.current = running.current.then(push);
    return running.current;
  };

  const settle = async () => {
    stopTimers();
    await running.current;
  };

  const begin = (next: Stored, draft?: Draft) => {
    base.current = next;
    const values = toValues(draft ? withDraft(next, draft) : next);
    form.reset(values as DefaultValues<Values>, { keepDefaultValues: draft !== undefined });
    // the form has just told of a change that nobody made
    stopTimers();
    const content = compare(values, next);
    kept.current = draft ? keptOf(draft, content) : NOTHING;
    failures.current = { count: 0, since: undefined };
    form.kept.drop();
    setStored(next);
    setEdits(content);
    setState(restState());
  };

  const rebase = (next: Stored) => {
    base.current = next;
    setStored(next);
    setEdits(contentNow());
    void flush();
  };

  const handleChange = useEffectEvent(() => {
    stopTimers();
    timers.current.settle = setTimeout(() => setEdits(contentNow()), SETTLE_MS);
    const isKept = JSON.stringify(contentNow()) === kept.current.json;
    if (!isKept) timers.current.save = setTimeout(() => void flush(), AUTOSAVE_MS);
    const next: DraftState = isKept ? restState() : { kind: 'unsaved' };
    // that it could not be kept, and since when, stays said until it is
    setState((before) => (before.kind === next.kind || (before.kind === 'failed' && !isKept) ? before : next));
  });
  const handleOnline = useEffectEvent(() => {
    if (failures.current.count > 0) void flush();
  });
  const handleHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' && timers.current.save !== undefined) void flush();
  });

  useEffect(() => {
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: () => handleChange() });
    const handle = () => handleHidden();
    const handleNetwork = () => handleOnline();
    document.addEventListener('visibilitychange', handle);
    window.addEventListener('online', handleNetwork);
    const { current } = timers;
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', handle);
      window.removeEventListener('online', handleNetwork);
      for (const timer of Object.values(current)) clearTimeout(timer);
    };
  }, [form]);

  return {
    state,
    edits,
    stored,
    flush,
    settle,
    saved: (next) => begin(next),
    take: (draft) => begin(base.current, draft),
    rebase,
    keepMine: () => {
      kept.current = { ...kept.current, json: '', version: undefined };
      return flush();
    },
    discard: async () => {
      await settle();
      await publishingCalls.dropDraft(path);
      begin(base.current);
    },
  };
}

const nowIso = (): string => new Date().toISOString();

/** Could the same edits be kept a while later? */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'unreadable');

type Timer = ReturnType<typeof setTimeout>;

type Kept = { json: string; version: number | undefined; at: string | undefined };

const NOTHING: Kept = { json: '{}', version: undefined, at: undefined };

const keptOf = (draft: Draft, content: Content): Kept => ({
  json: JSON.stringify(content),
  version: draft.version,
  at: draft.updated_at,
});

/** A record as its editor left it: what to begin the form with. */
export const withDraft = <Stored extends { version: number }>(record: Stored, draft: Draft): Stored => ({
  ...record,
  ...draft.content,
  version: draft.base_version,
});

/** The fields of `after` that are not as in `before`, without the version. */
function changedFields(before: Content, after: Content): Content {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        name !== 'version' && value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    ),
  );
}
