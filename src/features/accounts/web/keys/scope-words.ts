import type { Scope } from '../../../../platform/permissions.ts';

/** What a scope opens, for people, and a call to try it with. */
export const SCOPE_WORDS: Record<Scope, { label: string; help: string; example: string }> = {
  'read:stats': {
    label: 'Read numbers',
    help: 'Reports and the statistics of guides, reviews, links, offers and conversions.',
    example: '/api/admin/stats/report?dimensions=source&days=7',
  },
  'read:content': {
    label: 'Read content',
    help: 'Guides, reviews, people, pictures, and offers without what they pay.',
    example: '/api/admin/listicles?limit=5',
  },
  'write:content': {
    label: 'Change content',
    help: 'Write, schedule, publish and delete guides and reviews; upload pictures.',
    example: '/api/admin/listicles?limit=5',
  },
  'read:commerce': {
    label: 'Read offers and traffic',
    help: 'Offers, networks, sources, tracking links and costs, without secrets.',
    example: '/api/admin/tracking-links?limit=5',
  },
  'write:commerce': {
    label: 'Change offers, links and costs',
    help: 'Readers are sent where this key says.',
    example: '/api/admin/costs',
  },
  'write:conversions': {
    label: 'Import and correct conversions',
    help: 'Statements of networks, statuses and amounts.',
    example: '/api/admin/conversions/import',
  },
};
