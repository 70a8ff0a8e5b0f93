import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, DefaultValues } from 'react-hook-form';
import type { ContractForm } from '../../../../platform/web/form.ts';
import type { Content, Draft, DraftReply } from '../../contract.ts';
import { publishingCalls, type RecordPath } from '../client.ts';
import { changedFields, keptDraft, NO_DRAFT, withDraft } from './kept-draft.ts';
import { type DraftState, useDraftSync } from './use-draft-sync.ts';
import { useTimers } from './use-timers.ts';

/** The pause before preview and checklist follow. */
const SETTLE_MS = 600;

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
  /** Every field as it is with the edits. */
  content: Content;
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
  const wireOf = (of: Stored): Content => toWire(toValues(of)) as Content;
  const compare = (values: Values, of: Stored): Content => changedFields(wireOf(of), toWire(values) as Content);

  const [stored, setStored] = useState(record);
  const [edits, setEdits] = useState<Content>(() =>
    found.data ? compare(toValues(withDraft(record, found.data)), record) : {},
  );
  const [opened] = useState(() => (found.data ? keptDraft(found.data, edits) : NO_DRAFT));
  /** The stored record as handlers must know it, before the next render does. */
  const base = useRef(record);
  const pause = useTimers<'settle'>();

  const contentNow = (): Content => compare(form.getValues(), base.current);

  const sync = useDraftSync({
    path,
    opened,
    read: () => {
      const content = contentNow();
      // a save that was refused has stopped the timer of preview and checklist
      setEdits(content);
      const { version = base.current.version } = form.getValues() as { version?: number };
      return { content, baseVersion: version };
    },
    onAllKept: () => form.kept.drop(),
  });

  const settle = () => {
    pause.stop('settle');
    return sync.settle();
  };

  const begin = (next: Stored, draft?: Draft) => {
    base.current = next;
    const values = toValues(draft ? withDraft(next, draft) : next);
    form.reset(values as DefaultValues<Values>, { keepDefaultValues: draft !== undefined });
    // the form has just told of a change that nobody made
    pause.stop('settle');
    const content = compare(values, next);
    sync.begin(draft ? keptDraft(draft, content) : NO_DRAFT);
    form.kept.drop();
    setStored(next);
    setEdits(content);
  };

  const showAnew = useEffectEvent(() => {
    // what is typed stays, and meets it when it is saved
    if (record.version > base.current.version && Object.keys(contentNow()).length === 0) begin(record);
  });
  // taken back, or saved elsewhere
  useEffect(() => showAnew(), [record.version]);

  useDraftEvents(form, {
    onChange: () => {
      pause.start('settle', SETTLE_MS, () => setEdits(contentNow()));
      sync.follow(contentNow());
    },
    onOnline: () => {
      if (sync.hasFailed()) void sync.flush();
    },
    onHidden: () => {
      if (sync.isWaiting()) void sync.flush();
    },
  });

  return {
    state: sync.state,
    edits,
    content: { ...wireOf(stored), ...edits },
    stored,
    flush: sync.flush,
    settle,
    saved: (next) => begin(next),
    take: (draft) => begin(base.current, draft),
    rebase: (next) => {
      base.current = next;
      setStored(next);
      setEdits(contentNow());
      void sync.flush();
    },
    keepMine: () => {
      sync.claim();
      return sync.flush();
    },
    discard: async () => {
      await settle();
      await publishingCalls.dropDraft(path);
      begin(base.current);
    },
  };
}

type DraftEvents = { onChange: () => void; onOnline: () => void; onHidden: () => void };

/** What makes a draft move: the form changes, the network is back, the window is left. */
function useDraftEvents<Values extends FieldValues, Wire>(form: ContractForm<Values, Wire>, events: DraftEvents) {
  const handleChange = useEffectEvent(events.onChange);
  const handleOnline = useEffectEvent(events.onOnline);
  const handleVisibility = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') events.onHidden();
  });

  useEffect(() => {
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: () => handleChange() });
    const handle = () => handleVisibility();
    const handleNetwork = () => handleOnline();
    document.addEventListener('visibilitychange', handle);
    window.addEventListener('online', handleNetwork);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', handle);
      window.removeEventListener('online', handleNetwork);
    };
  }, [form]);
}
