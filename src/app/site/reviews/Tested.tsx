import { Icon } from '../frame/Icon.tsx';
import type { Tested } from '../props.ts';

/** What the page says of how it was judged: of one product, and of several. */
const WORDS: Record<Tested, readonly [title: string, one: string, several: string]> = {
  hands_on: [
    'Tested by us',
    'We had this product in our hands and used it ourselves. The verdict rests on that use.',
    'We had these products in our hands and used them ourselves. The order rests on that use.',
  ],
  research_only: [
    'Not tested by us',
    'We have not used this product ourselves. The verdict rests on its label, the terms of the shop and published sources.',
    'We have not used these products ourselves. The order rests on their labels, the terms of the shops and published sources.',
  ],
  expert_review: [
    'Judged by an expert',
    'A person with training in the field judged this product by its label and published sources. We have not used it ourselves.',
    'A person with training in the field judged these products by their labels and published sources. We have not used them ourselves.',
  ],
};

export const testedTitle = (tested: Tested): string => WORDS[tested][0];

type Props = { tested: Tested; isSeveral?: boolean; level?: 2 | 3 };

/** Whether we used what we judge, said in so many words. @param isSeveral of a guide, not of one product */
export function TestedStatement({ tested, isSeveral = false, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  const [title, one, several] = WORDS[tested];
  return (
    <div className="notice">
      <Icon name={tested === 'research_only' ? 'info' : 'check'} />
      <div>
        <Heading>{title}</Heading>
        <p>{isSeveral ? several : one}</p>
      </div>
    </div>
  );
}
