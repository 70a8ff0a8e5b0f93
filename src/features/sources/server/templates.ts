import { readTemplates } from '../../../platform/server/records/templates.ts';
import { SourceTemplate } from '../contract.ts';

let read: ReadonlyMap<string, SourceTemplate> | undefined;

/** The shipped templates by key, read when they are first asked for. */
export const templates = (): ReadonlyMap<string, SourceTemplate> =>
  (read ??= readTemplates(new URL('../templates/', import.meta.url), SourceTemplate, 'Source template'));
