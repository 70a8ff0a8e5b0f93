import type { Choice } from '../../../platform/web/ui/filters/FilterSelect.tsx';

/** The statuses of the wire with the words that people read. */
export const STATUS_CHOICES = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'featured', label: 'Featured' },
  { value: 'archived', label: 'Archived' },
] as const satisfies readonly Choice[];
