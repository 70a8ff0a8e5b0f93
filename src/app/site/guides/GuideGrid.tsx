import { GuideCard } from './GuideCard.tsx';
import type { GuideCard as Guide } from '../props.ts';

type Props = { guides: Guide[]; hasLead?: boolean; isShort?: boolean; level?: 2 | 3 };

/** Guides in a grid of at most three columns. @param hasLead whether the first, when featured, is shown larger @param isShort without what each is about */
export function GuideGrid({ guides, hasLead = false, isShort = false, level = 3 }: Props) {
  return (
    <ul className="grid">
      {guides.map((guide, i) => (
        <GuideCard
          key={guide.id}
          guide={guide}
          level={level}
          isShort={isShort}
          isLead={hasLead && i === 0 && guide.isFeatured}
        />
      ))}
    </ul>
  );
}
