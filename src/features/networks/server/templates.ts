import { readTemplates } from '../../../platform/server/records/templates.ts';
import { NetworkTemplate } from '../contract.ts';

let read: ReadonlyMap<string, NetworkTemplate> | undefined;

/** The shipped templates by key, read when they are first asked for. */
export const templates = (): ReadonlyMap<string, NetworkTemplate> =>
  (read ??= readTemplates(new URL('../templates/', import.meta.url), NetworkTemplate, 'Network template'));
