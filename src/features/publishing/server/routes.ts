import { z } from 'zod';
import { addressId, IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import {
  Draft,
  DraftInput,
  DraftReply,
  RevisionPage,
  RevisionQuery,
  RevisionReply,
  type HistoryKind,
  type Subject,
} from '../contract.ts';
import * as history from './history.ts';

/** Which records a feature keeps the history of. */
export type HistoryOf = {
  kind: HistoryKind;
  /** The address of one record without its id: `/api/admin/listicles`. */
  base: string;
  /** As people call it: "guide". */
  noun: string;
  /** The live record's version. @throws AppError not_found */
  versionOf: (db: Db, id: number) => Promise<number>;
};

const RevisionParams = IdParams.extend({ number: addressId });
const SavedDraft = z.object({ data: Draft, message: z.string() });

/** Drafts and revisions under `{base}/{id}/`, alike for every feature that keeps them; the application says which do. */
export function publishingRoutes(route: Route, deps: Deps, all: readonly HistoryOf[]): void {
  for (const one of all) historyRoutes(route, deps, one);
}

function historyRoutes(route: Route, deps: Deps, { kind, base, noun, versionOf }: HistoryOf): void {
  const of = (id: number): Subject => ({ kind, id });

  route.get(
    `${base}/:id/draft`,
    { access: 'admin', summary: `Your unsaved edits of a ${noun}`, params: IdParams, reply: DraftReply },
    async ({ actor, params }) => {
      await versionOf(deps.db, params.id);
      return history.readDraft(deps.db, of(params.id), actor);
    },
  );

  route.put(
    `${base}/:id/draft`,
    {
      access: 'admin',
      summary: `Keep unsaved edits of a ${noun}`,
      params: IdParams,
      body: DraftInput,
      reply: SavedDraft,
    },
    async ({ actor, params, body }) => {
      await versionOf(deps.db, params.id);
      return { data: await history.saveDraft(deps, of(params.id), actor, body), message: 'Draft saved.' };
    },
  );

  route.delete(
    `${base}/:id/draft`,
    { access: 'admin', summary: `Drop your unsaved edits of a ${noun}`, params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await history.dropDraft(deps.db, of(params.id), actor);
      return { message: 'Unsaved edits dropped.' };
    },
  );

  route.get(
    `${base}/:id/revisions`,
    { access: 'admin', summary: `The saves of a ${noun}`, params: IdParams, query: RevisionQuery, reply: RevisionPage },
    async ({ params, query }) => {
      await versionOf(deps.db, params.id);
      return history.listRevisions(deps.db, of(params.id), query);
    },
  );

  route.get(
    `${base}/:id/revisions/:number`,
    { access: 'admin', summary: `One save of a ${noun}`, params: RevisionParams, reply: RevisionReply },
    async ({ params }) => {
      await versionOf(deps.db, params.id);
      return { data: await history.getRevision(deps.db, of(params.id), params.number) };
    },
  );

  route.post(
    `${base}/:id/revisions/:number/restore`,
    {
      access: 'admin',
      summary: `Put an old save of a ${noun} into your draft`,
      params: RevisionParams,
      reply: SavedDraft,
    },
    async ({ actor, params }) => ({
      data: await history.restoreAsDraft(
        deps,
        of(params.id),
        actor,
        params.number,
        await versionOf(deps.db, params.id),
      ),
      message: 'Restored as a draft. Nothing changes for readers until you save it.',
    }),
  );
}
