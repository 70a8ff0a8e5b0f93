import type { Content, Draft } from '../../contract.ts';

/** A draft as the server has it: its edits as text to compare by. */
export type KeptDraft = { json: string; version: number | undefined; at: string | undefined };

/** The server has none, as nothing differs. */
export const NO_DRAFT: KeptDraft = { json: '{}', version: undefined, at: undefined };

export const keptDraft = (draft: Draft, content: Content): KeptDraft => ({
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
export function changedFields(before: Content, after: Content): Content {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        name !== 'version' && value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    ),
  );
}
