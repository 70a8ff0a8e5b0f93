import { readTemplates } from '../../../platform/server/records/templates.ts';
import { SourceTemplate } from '../contract.ts';

/** The shipped templates by key, read once at boot. */
export const templates = readTemplates(new URL('../templates/', import.meta.url), SourceTemplate, 'Source template');
