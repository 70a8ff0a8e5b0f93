import { guideVersion, itemGuide, itemVersion } from '../../../features/guides/server/service.ts';
import { guideChecks, itemChecks } from '../../../features/guides/server/checks.ts';
import { publishingRoutes, trashRoutes } from '../../../features/publishing/server/routes.ts';
import type { PreviewLinks } from '../../../features/publishing/server/preview-links.ts';
import { reviewVersion } from '../../../features/reviews/server/service.ts';
import { reviewChecks } from '../../../features/reviews/server/checks.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { Pages } from '../pages/render-site.ts';

const NO_EDITS = () => ({});

/** Drafts, revisions, checklists and previews of everything that keeps a history, and the trash. */
export function editingRoutes(route: Route, deps: Deps, pages: Pages, links: PreviewLinks): void {
  publishingRoutes(route, deps, [
    {
      kind: 'guide',
      base: '/api/admin/listicles',
      noun: 'guide',
      versionOf: guideVersion,
      checks: (id, edits) => guideChecks(deps, id, edits),
      preview: async (id, guide) => found('Listicle', await pages.guidePreview(id, { guide, item: NO_EDITS })),
      previewPage: { path: '/preview/guides', links },
    },
    {
      kind: 'guide item',
      base: '/api/admin/guide-products',
      noun: 'product',
      versionOf: itemVersion,
      checks: (id, edits) => itemChecks(deps, id, edits),
      preview: async (id, edits) => {
        const item = (one: number) => (one === id ? edits : {});
        return found('Product', await pages.guidePreview(await itemGuide(deps.db, id), { guide: {}, item }));
      },
    },
    {
      kind: 'review',
      base: '/api/admin/offer-content',
      noun: 'review',
      versionOf: reviewVersion,
      checks: (id, edits) => reviewChecks(deps, id, edits),
      preview: async (id, edits) => found('Content', await pages.reviewPreview(id, edits)),
      previewPage: { path: '/preview/reviews', links },
    },
  ]);
  trashRoutes(route, deps);
}

function found(noun: string, html: string | undefined): string {
  if (html === undefined) throw notFound(noun);
  return html;
}
