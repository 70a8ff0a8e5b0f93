import { useRef, useState } from 'react';
import { ApiError } from '../../../../platform/web/http.ts';
import type { Content, Draft } from '../../contract.ts';
import { publishingCalls, type RecordPath } from '../client.ts';
import { keptDraft, type KeptDraft, NO_DRAFT } from './kept-draft.ts';
import { useTimers } from './use-timers.ts';

/** The pause after the last key before edits are kept. */
const AUTOSAVE_MS = 2000;
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

type Options = {
  path: RecordPath;
  /** The draft as the server had it when the editor opened. */
  opened: KeptDraft;
  /** The edits as they are now, and the version of the record that they are edits of. */
  read: () => { content: Content; baseVersion: number };
  /** Told once nothing is left that only this window has. */
  onAllKept: () => void;
};

export type DraftSync = {
  state: DraftState;
  /** Keeps what is not kept yet. @returns false when that failed */
  flush: () => Promise<boolean>;
  /** Starts nothing more, and waits for what is on its way. */
  settle: () => Promise<void>;
  /** Begins anew with what the server has. */
  begin: (kept: KeptDraft) => void;
  /** The edits have changed: they are sent after a pause, unless the server has them so. */
  follow: (content: Content) => void;
  /** Lets the edits of this window replace whatever the server has. */
  claim: () => void;
  /** Is there something that waits for its pause to end? */
  isWaiting: () => boolean;
  hasFailed: () => boolean;
};

/** Sends edits to the server as a draft: one after the other, and again while they could not be kept. */
export function useDraftSync({ path, opened, read, onAllKept }: Options): DraftSync {
  const [state, setState] = useState(() => restState(opened));
  const timers = useTimers<'save' | 'retry'>();
  /** Tries that failed one after the other, and when the first one did. */
  const failures = useRef<{ count: number; since: string | undefined }>({ count: 0, since: undefined });
  /** The draft as the server has it. */
  const kept = useRef(opened);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  const push = async (): Promise<boolean> => {
    const { content, baseVersion } = read();
    if (JSON.stringify(content) === kept.current.json) return true;
    if (failures.current.count === 0) setState({ kind: 'saving' });
    try {
      kept.current = await send(path, content, { version: kept.current.version, baseVersion });
      failures.current = { count: 0, since: undefined };
      // what was typed meanwhile has its own timer
      const isAllKept = !timers.isRunning('save');
      if (isAllKept) onAllKept();
      setState(isAllKept ? restState(kept.current) : { kind: 'unsaved' });
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
    timers.start('retry', RETRY_MS[Math.min(count, RETRY_MS.length - 1)]!, () => void flush());
    return undefined;
  };

  // one after the other, so that an older one never arrives last
  const flush = (): Promise<boolean> => {
    timers.stop('save', 'retry');
    running.current = running.current.then(push);
    return running.current;
  };

  const follow = (content: Content) => {
    timers.stop('save', 'retry');
    const isKept = JSON.stringify(content) === kept.current.json;
    if (!isKept) timers.start('save', AUTOSAVE_MS, () => void flush());
    const next: DraftState = isKept ? restState(kept.current) : { kind: 'unsaved' };
    // that it could not be kept, and since when, stays said until it is
    setState((before) => (before.kind === next.kind || (before.kind === 'failed' && !isKept) ? before : next));
  };

  return {
    state,
    flush,
    settle: async () => {
      timers.stop('save', 'retry');
      await running.current;
    },
    begin: (next) => {
      timers.stop('save', 'retry');
      kept.current = next;
      failures.current = { count: 0, since: undefined };
      setState(restState(next));
    },
    follow,
    claim: () => {
      kept.current = { ...kept.current, json: '', version: undefined };
    },
    isWaiting: () => timers.isRunning('save'),
    hasFailed: () => failures.current.count > 0,
  };
}

async function send(
  path: RecordPath,
  content: Content,
  { version, baseVersion }: { version: number | undefined; baseVersion: number },
): Promise<KeptDraft> {
  if (Object.keys(content).length === 0) {
    await publishingCalls.dropDraft(path);
    return NO_DRAFT;
  }
  const draft = await publishingCalls.saveDraft(path, {
    content,
    base_version: baseVersion,
    ...(version !== undefined && { version }),
  });
  return keptDraft(draft, content);
}

const restState = ({ at }: KeptDraft): DraftState => (at === undefined ? { kind: 'none' } : { kind: 'kept', at });

const nowIso = (): string => new Date().toISOString();

/** Could the same edits be kept a while later? */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'unreadable');
