import { call } from '../../../platform/web/http.ts';
import type { LinkImportReply } from '../contract.ts';

export const linkFilesClient = {
  importCsv: (csv: string, isDry: boolean): Promise<LinkImportReply> =>
    call('POST', `/admin/tracking-links/import`, {
      body: { csv, dry_run: isDry },
      fallback: 'Failed to import tracking links',
    }),
};
