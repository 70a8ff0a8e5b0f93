import { readTemplates } from '../../../platform/server/records/templates.ts';
import { NetworkTemplate } from '../contract.ts';

/** The shipped templates by key, read once at boot. */
export const templates = readTemplates(new URL('../templates/', import.meta.url), NetworkTemplate, 'Network template');
