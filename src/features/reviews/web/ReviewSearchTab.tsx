import { useFormContext, useWatch } from 'react-hook-form';
import { SearchFields } from '../../publishing/web/SearchFields.tsx';

/** How the review stands in search results. */
export function ReviewSearchTab() {
  const { formState } = useFormContext();
  const [title = '', slug, verdict = ''] = useWatch({ name: ['title', 'slug', 'verdict'] }) as string[];
  const stored = formState.defaultValues?.['slug'] as string | undefined;
  return <SearchFields address={`/offer-reviews/${slug || stored || ''}`} title={title} description={verdict} />;
}
