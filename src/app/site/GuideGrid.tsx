import { GuideCard } from './GuideCard.tsx';
import type { GuideCard as Guide } from './props.ts';

type Props = { guides: Guide[]; hasLead?: boolean; level?: 2 | 3 };

/** Guides in a grid of at most three columns. @param hasLead whether the first, when featured, is shown larger */
export function GuideGrid({ guides, hasLead = false, level = 3 }: Props) {
  return (
    <ul className="grid">
      {guides.map((guide, i) => (
        <GuideCard key={guide.id} guide={guide} level={level} isLead={hasLead && i === 0 && guide.isFeatured} />
      ))}
    </ul>
  );
}
