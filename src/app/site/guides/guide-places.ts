import type { Place } from './Contents.tsx';
import { count } from '../labels.ts';
import type { GuideProps } from '../props.ts';

/** Beyond so many products their names would drown the rest of the list. */
const MAX_NAMES = 12;

/** The parts of a guide after its comparison, in the order of the page. */
export function placesOf(guide: GuideProps): Place[] {
  const { products, author, reviewer } = guide;
  const names = products.length > MAX_NAMES ? [] : products;
  const places: (Place | false)[] = [
    {
      id: 'products',
      title: products.length > 0 ? `All ${count(products.length, 'product')} in order` : 'Products',
      parts: names.map((product) => ({ id: `p${product.id}`, title: product.name })),
    },
    { id: 'how', title: 'How we picked' },
    ...guide.parts,
    guide.faq.length > 0 && { id: 'faq', title: 'Questions and answers' },
    guide.sources.length > 0 && { id: 'sources', title: 'Sources' },
    (author ?? reviewer) !== null && { id: 'people', title: 'Who made this page' },
    guide.changes.length > 0 && { id: 'changes', title: 'What changed' },
  ];
  return places.filter((place) => place !== false);
}
