import { useFormContext, useWatch } from 'react-hook-form';
import { SearchFields } from '../../../publishing/web/SearchFields.tsx';
import { excerptOf } from '../../rules.ts';

type Props = { guideId: number };

/** How the guide stands in search results. */
export function GuideSearchSection({ guideId }: Props) {
  const { formState } = useFormContext();
  const [title, slug, excerpt, description] = useWatch({
    name: ['title', 'slug', 'excerpt', 'description'],
  }) as string[];
  const stored = formState.defaultValues?.['slug'] as string | undefined;
  return (
    <SearchFields
      address={`/listicles/${guideId}-${slug || stored || ''}`}
      title={title ?? ''}
      description={excerpt || (excerptOf(description ?? '', 155) ?? '')}
    />
  );
}
