import { BOTTLES, MASKS, MATS } from './sample-editorial.ts';

/** The labelled sample of an empty site: invented brands, no claim about health, addresses that lead nowhere (RFC 2606). */

export type SampleProduct = {
  name: string;
  brand: string;
  price: string;
  payout: string;
  /** Points by the criteria of the guide, in the order of its rubric. */
  points: number[];
  badge: 'best_overall' | 'best_value' | 'best_budget' | 'editors_choice' | null;
  summary: string;
  pros: string[];
  cons: string[];
  attributes: Record<string, string>;
  /** A score in place of the computed one, with its reason. */
  typed?: { score: number; score_reason: string };
};

export type SampleGuide = {
  title: string;
  status: 'published' | 'featured';
  description: string;
  editorial: typeof BOTTLES;
  products: SampleProduct[];
};

const product = (
  [name, brand, price, payout, badge]: [string, string, string, string, SampleProduct['badge']],
  points: number[],
  summary: string,
  rest: Pick<SampleProduct, 'pros' | 'cons' | 'attributes' | 'typed'>,
): SampleProduct => ({ name, brand, price, payout, points, badge, summary, ...rest });

export const SAMPLE_GUIDES: SampleGuide[] = [
  {
    title: 'Sample: Four water bottles for a desk, a gym bag and a trail',
    status: 'featured',
    description:
      '<p>This guide is <strong>sample content</strong>. The brands are invented; it shows what a guide looks like and lets you try the whole loop from ad to conversion.</p><p>We compared four bottles by volume, weight and how easily they are cleaned.</p>',
    editorial: BOTTLES,
    products: [
      product(
        ['Fernwell Steel 750', 'Fernwell', '29.00', '4.35', 'best_overall'],
        [9.5, 9.2, 8, 8.5],
        'A double-walled steel bottle with a wide mouth that any brush fits.',
        {
          pros: ['Wide mouth, simple to clean', 'Lid seals without a tool', 'Spare seal in the box'],
          cons: ['Heavier than plastic'],
          attributes: { Volume: '750 ml', Weight: '340 g', Material: 'Steel' },
        },
      ),
      product(
        ['Brookline Glass 600', 'Brookline', '24.50', '3.10', 'editors_choice'],
        [9.4, 8.2, 6.8, 8],
        'Glass in a woven sleeve, for those who dislike the taste of metal.',
        {
          pros: ['No taste of its own', 'Sleeve can be washed'],
          cons: ['Breaks when dropped on stone', 'No handle'],
          attributes: { Volume: '600 ml', Weight: '410 g', Material: 'Glass' },
        },
      ),
      product(
        ['Pikeline Fold 500', 'Pikeline', '12.00', '1.80', 'best_budget'],
        [6, 7.5, 9.8, 9],
        'Rolls up to the size of a fist when it is empty.',
        {
          pros: ['Packs small', 'Light'],
          cons: ['Hard to dry inside', 'Wobbles when half full'],
          attributes: { Volume: '500 ml', Weight: '90 g', Material: 'Silicone' },
        },
      ),
      product(
        ['Dunmore Trail 1000', 'Dunmore', '19.90', '2.40', null],
        [7, 6.9, 8, 8.4],
        'A litre in a tough bottle with marks for every quarter.',
        {
          pros: ['Holds a full litre', 'Marks are easy to read'],
          cons: ['Too wide for most cup holders'],
          attributes: { Volume: '1000 ml', Weight: '180 g', Material: 'Plastic' },
        },
      ),
    ],
  },
  {
    title: 'Sample: Four sleep masks compared for fit and darkness',
    status: 'published',
    description:
      '<p>This guide is <strong>sample content</strong> with invented brands.</p><p>We looked at how much light each mask lets in, how it sits on a side sleeper, and how it is washed.</p>',
    editorial: MASKS,
    products: [
      product(
        ['Nightharbor Contour', 'Nightharbor', '22.00', '5.50', 'best_overall'],
        [9.4, 8.9, 7.6],
        'Moulded cups keep the fabric off the eyes.',
        {
          pros: ['No pressure on the lids', 'Strap does not catch hair'],
          cons: ['Only one size'],
          attributes: { Fabric: 'Cotton', Washing: 'By hand', Strap: 'Adjustable' },
        },
      ),
      product(
        ['Lull & Linen Classic', 'Lull & Linen', '16.00', '2.90', 'best_value'],
        [7.4, 8.3, 9.6],
        'A flat linen mask with a broad strap.',
        {
          pros: ['Cool in summer', 'Machine washable'],
          cons: ['Lets in some light at the nose'],
          attributes: { Fabric: 'Linen', Washing: 'Machine', Strap: 'Adjustable' },
        },
      ),
      product(
        ['Silkwater Wrap', 'Silkwater', '39.00', '7.80', null],
        [8.4, 8, 6.5],
        'A wide silk wrap that covers the ears as well.',
        {
          pros: ['Soft', 'Dulls a little noise'],
          cons: ['Warm in summer', 'Dear'],
          attributes: { Fabric: 'Silk', Washing: 'By hand', Strap: 'Wrap' },
        },
      ),
      product(
        ['Plainview Basic', 'Plainview', '6.50', '0.80', 'best_budget'],
        [6.9, 6.2, 7],
        'The simple one for a bag that stays packed.',
        {
          pros: ['Costs little', 'Packs flat'],
          cons: ['Thin strap', 'Frays after some washes'],
          attributes: { Fabric: 'Polyester', Washing: 'By hand', Strap: 'Fixed' },
        },
      ),
    ],
  },
  {
    title: 'Sample: Four yoga mats on wooden and tiled floors',
    status: 'published',
    description:
      '<p>This guide is <strong>sample content</strong> with invented brands.</p><p>Grip, thickness and smell on the first day, on two kinds of floor.</p>',
    editorial: MATS,
    products: [
      product(
        ['Stillmoor Grip 5', 'Stillmoor', '48.00', '9.60', 'best_overall'],
        [9.7, 8.8, 7.4],
        'Holds its place on tiles and wood alike.',
        {
          pros: ['Does not slide', 'Lies flat at once'],
          cons: ['Heavy to carry'],
          attributes: { Thickness: '5 mm', Weight: '2.4 kg', Length: '185 cm' },
        },
      ),
      product(
        ['Morrow Cork', 'Morrow', '55.00', '8.25', 'editors_choice'],
        [9.2, 7.9, 7.5],
        'Cork above, rubber below.',
        {
          pros: ['Grip grows with warmth', 'Little smell'],
          cons: ['Edges chip', 'Cannot be folded'],
          attributes: { Thickness: '4 mm', Weight: '2.1 kg', Length: '183 cm' },
        },
      ),
      product(
        ['Tidewell Travel 2', 'Tidewell', '27.00', '4.05', 'best_value'],
        [8.2, 5.6, 9.6],
        'Thin enough to fold into a suitcase.',
        {
          pros: ['Folds', 'Dries fast'],
          cons: ['Thin for the knees'],
          attributes: { Thickness: '2 mm', Weight: '0.9 kg', Length: '180 cm' },
        },
      ),
      product(
        ['Commonroom Soft 8', 'Commonroom', '21.00', '2.10', 'best_budget'],
        [5.8, 9.4, 7.6],
        'A thick foam mat for floor exercises.',
        {
          pros: ['Soft', 'Light for its size'],
          cons: ['Slides on tiles', 'Shows marks'],
          attributes: { Thickness: '8 mm', Weight: '1.1 kg', Length: '180 cm' },
          typed: { score: 6.5, score_reason: 'It shows marks after a week, which no criterion here covers.' },
        },
      ),
    ],
  },
];
