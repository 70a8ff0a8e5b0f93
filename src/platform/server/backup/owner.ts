import { z } from 'zod';
import type { Secrets } from '../secrets.ts';

const Checked = z.object({ key_check: z.string().min(1) });

/** Whether a manifest, of any release, is of the site with these secrets: several sites may share a place. What says nothing of it is nobody's. */
export function isOfSite({ open }: Pick<Secrets, 'open'>, manifest: string): boolean {
  try {
    open(Checked.parse(JSON.parse(manifest)).key_check);
    return true;
  } catch {
    return false;
  }
}
