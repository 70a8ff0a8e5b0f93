import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditorSkeleton } from '../../../platform/web/ui/states/EditorSkeleton.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import type { DraftReply } from '../contract.ts';
import { publishingQueries } from './client.ts';

type Props = {
  /** The record's path below /api. */
  path: string;
  children: (found: DraftReply) => ReactNode;
};

/** Looks for unsaved edits of before, because an editor must begin with them. */
export function DraftGate({ path, children }: Props) {
  const draft = useQuery(publishingQueries.draft(path));
  if (draft.error && !draft.data) return <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />;
  return draft.data ? children(draft.data) : <EditorSkeleton />;
}
