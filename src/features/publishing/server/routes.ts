import { z } from 'zod';
import { addressId, IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import {
  CheckList,
  Draft,
  DraftInput,
  DraftReply,
  Edits,
  PreviewLinkReply,
  PreviewReply,
  RevisionPage,
  RevisionQuery,
  RevisionReply,
  TrashPage,
  TrashQuery,
  type Check,
  type Content,
  type HistoryKind,
  type Subject,
} from '../contract.ts';
import { checkListOf } from './checklist.ts';
import * as history from './history.ts';
import type { PreviewLinks } from './preview-links.ts';
import { sendList } from '../../settings/server/list-file.ts';
import * as trash from './trash.ts';

/** Which records a feature keeps the history of. */
export type HistoryOf = {
  kind: HistoryKind;
  /** The address of one record without its id: `/api/admin/listicles`. */
  base: string;
  /** As people call it: "guide". */
  noun: string;
  /** The live record's version. @throws AppError not_found */
  versionOf: (db: Db, id: number) => Promise<number>;
  /** The publish checklist, with edits over the record as if they were saved. @throws AppError not_found */
  checks?: (id: number, edits: Content) => Promise<Check[]>;
  /** The HTML of the page with edits over the record. @throws AppError not_found */
  preview?: (id: number, edits: Content) => Promise<string>;
  /** Records with a preview page of their own. */
  previewPage?: { path: string; links: PreviewLinks };
};

const RevisionParams = IdParams.extend({ number: addressId });
const SavedDraft = z.object({ data: Draft, message: z.string() });

/** Drafts and revisions under `{base}/{id}/`, alike for every feature that keeps them; the application says which do. */
export function publishingRoutes(route: Route, deps: Deps, all: readonly HistoryOf[]): void {
  for (const one of all) {
    historyRoutes(route, deps, one);
    checkRoutes(route, one);
    previewRoutes(route, deps, one);
  }
}

function historyRoutes(route: Route, deps: Deps, { kind, base, noun, versionOf }: HistoryOf): void {
  const of = (id: number): Subject => ({ kind, id });

  route.get(
    `${base}/:id/draft`,
    {
      access: 'write:content',
      isForPeople: true,
      summary: `Your unsaved edits of a ${noun}`,
      params: IdParams,
      reply: DraftReply,
    },
    async ({ actor, params }) => {
      await versionOf(deps.db, params.id);
      return history.readDraft(deps.db, of(params.id), actor);
    },
  );

  route.put(
    `${base}/:id/draft`,
    {
      access: 'write:content',
      isForPeople: true,
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
    {
      access: 'write:content',
      isForPeople: true,
      summary: `Drop your unsaved edits of a ${noun}`,
      params: IdParams,
      reply: Message,
    },
    async ({ actor, params }) => {
      await versionOf(deps.db, params.id);
      await history.dropDraft(deps.db, of(params.id), actor);
      return { message: 'Unsaved edits dropped.' };
    },
  );

  route.get(
    `${base}/:id/revisions`,
    {
      access: 'read:content',
      summary: `The saves of a ${noun}`,
      params: IdParams,
      query: RevisionQuery,
      reply: RevisionPage,
    },
    async ({ params, query }) => {
      await versionOf(deps.db, params.id);
      return history.listRevisions(deps.db, of(params.id), query);
    },
  );

  route.get(
    `${base}/:id/revisions/:number`,
    { access: 'read:content', summary: `One save of a ${noun}`, params: RevisionParams, reply: RevisionReply },
    async ({ params }) => {
      await versionOf(deps.db, params.id);
      return { data: await history.getRevision(deps.db, of(params.id), params.number) };
    },
  );

  route.post(
    `${base}/:id/revisions/:number/restore`,
    {
      access: 'write:content',
      isForPeople: true,
      summary: `Put an old save of a ${noun} into your draft`,
      params: RevisionParams,
      reply: SavedDraft,
    },
    async ({ actor, params }) =>
      history.restoreAsDraft(deps, of(params.id), actor, {
        number: params.number,
        baseVersion: await versionOf(deps.db, params.id),
      }),
  );
}

function checkRoutes(route: Route, { base, noun, checks }: HistoryOf): void {
  if (!checks) return;
  route.get(
    `${base}/:id/checks`,
    { access: 'read:content', summary: `The publish checklist of a ${noun}`, params: IdParams, reply: CheckList },
    async ({ params }) => checkListOf(await checks(params.id, {})),
  );

  route.post(
    `${base}/:id/checks`,
    {
      access: 'write:content',
      summary: `The publish checklist of a ${noun} with unsaved edits`,
      params: IdParams,
      body: Edits,
      reply: CheckList,
    },
    async ({ params, body }) => checkListOf(await checks(params.id, body.content)),
  );
}

function previewRoutes(
  route: Route,
  deps: Deps,
  { kind, base, noun, versionOf, preview, previewPage }: HistoryOf,
): void {
  if (preview)
    route.post(
      `${base}/:id/preview`,
      {
        access: 'write:content',
        summary: `The page of a ${noun} with unsaved edits`,
        params: IdParams,
        body: Edits,
        reply: PreviewReply,
      },
      async ({ params, body }) => ({ data: { html: await preview(params.id, body.content) } }),
    );
  if (previewPage)
    route.post(
      `${base}/:id/preview-link`,
      {
        access: 'write:content',
        isForPeople: true,
        summary: `A link for 7 days that shows a ${noun} with your unsaved edits to whoever has it`,
        params: IdParams,
        reply: PreviewLinkReply,
      },
      async ({ actor, params }) => {
        await versionOf(deps.db, params.id);
        // whoever has the link reads what is not public
        await recordAudit(deps.db, actor, { action: 'preview link', entity: kind, id: params.id });
        const { token, expiresAt } = previewPage.links.sign({ kind, id: params.id }, actor.id);
        const url = `${deps.config.publicUrl ?? ''}${previewPage.path}/${params.id}?p=${token}`;
        return { data: { url, expires_at: expiresAt.toISOString() }, message: 'Preview link made.' };
      },
    );
}

/** What may be brought back, over all features. */
export function trashRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/trash',
    { access: 'read:content', summary: 'What was deleted in the last 30 days', query: TrashQuery, reply: TrashPage },
    ({ query, actor, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return trash.listTrash(deps, actor, query);
      return sendList(reply, deps, query, {
        name: 'trash',
        columns: trash.TRASH_COLUMNS,
        list: (inside, page) => trash.listTrash(inside, actor, { ...query, ...page }),
      });
    },
  );
}
