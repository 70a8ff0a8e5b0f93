/** The labelled sample of an empty site: invented brands, no claim about health, addresses that lead nowhere (RFC 2606). */

type SampleProduct = {
  name: string;
  brand: string;
  price: string;
  payout: string;
  score: number;
  badge: 'best_overall' | 'best_value' | 'best_budget' | 'editors_choice' | null;
  summary: string;
  pros: string[];
  cons: string[];
  attributes: Record<string, string>;
};

export type SampleGuide = {
  title: string;
  status: 'published' | 'featured';
  description: string;
  products: SampleProduct[];
};

const product = (
  [name, brand, price, payout, score, badge]: [string, string, string, string, number, SampleProduct['badge']],
  summary: string,
  pros: string[],
  cons: string[],
  attributes: Record<string, string>,
): SampleProduct => ({ name, brand, price, payout, score, badge, summary, pros, cons, attributes });

export const SAMPLE_GUIDES: SampleGuide[] = [
  {
    title: 'Sample: Four water bottles for a desk, a gym bag and a trail',
    status: 'featured',
    description:
      '<p>This guide is <strong>sample content</strong>. The brands are invented; it shows what a guide looks like and lets you try the whole loop from ad to conversion.</p><p>We compared four bottles by volume, weight and how easily they are cleaned.</p>',
    products: [
      product(
        ['Fernwell Steel 750', 'Fernwell', '29.00', '4.35', 9.1, 'best_overall'],
        'A double-walled steel bottle with a wide mouth that any brush fits.',
        ['Wide mouth, simple to clean', 'Lid seals without a tool', 'Spare seal in the box'],
        ['Heavier than plastic'],
        { Volume: '750 ml', Weight: '340 g', Material: 'Steel' },
      ),
      product(
        ['Brookline Glass 600', 'Brookline', '24.50', '3.10', 8.4, 'editors_choice'],
        'Glass in a woven sleeve, for those who dislike the taste of metal.',
        ['No taste of its own', 'Sleeve can be washed'],
        ['Breaks when dropped on stone', 'No handle'],
        { Volume: '600 ml', Weight: '410 g', Material: 'Glass' },
      ),
      product(
        ['Pikeline Fold 500', 'Pikeline', '12.00', '1.80', 7.6, 'best_budget'],
        'Rolls up to the size of a fist when it is empty.',
        ['Packs small', 'Light'],
        ['Hard to dry inside', 'Wobbles when half full'],
        { Volume: '500 ml', Weight: '90 g', Material: 'Silicone' },
      ),
      product(
        ['Dunmore Trail 1000', 'Dunmore', '19.90', '2.40', 7.2, null],
        'A litre in a tough bottle with marks for every quarter.',
        ['Holds a full litre', 'Marks are easy to read'],
        ['Too wide for most cup holders'],
        { Volume: '1000 ml', Weight: '180 g', Material: 'Plastic' },
      ),
    ],
  },
  {
    title: 'Sample: Four sleep masks compared for fit and darkness',
    status: 'published',
    description:
      '<p>This guide is <strong>sample content</strong> with invented brands.</p><p>We looked at how much light each mask lets in, how it sits on a side sleeper, and how it is washed.</p>',
    products: [
      product(
        ['Nightharbor Contour', 'Nightharbor', '22.00', '5.50', 8.9, 'best_overall'],
        'Moulded cups keep the fabric off the eyes.',
        ['No pressure on the lids', 'Strap does not catch hair'],
        ['Only one size'],
        { Fabric: 'Cotton', Washing: 'By hand', Strap: 'Adjustable' },
      ),
      product(
        ['Lull & Linen Classic', 'Lull & Linen', '16.00', '2.90', 8.1, 'best_value'],
        'A flat linen mask with a broad strap.',
        ['Cool in summer', 'Machine washable'],
        ['Lets in some light at the nose'],
        { Fabric: 'Linen', Washing: 'Machine', Strap: 'Adjustable' },
      ),
      product(
        ['Plainview Basic', 'Plainview', '6.50', '0.80', 6.8, 'best_budget'],
        'The simple one for a bag that stays packed.',
        ['Costs little', 'Packs flat'],
        ['Thin strap', 'Frays after some washes'],
        { Fabric: 'Polyester', Washing: 'By hand', Strap: 'Fixed' },
      ),
      product(
        ['Silkwater Wrap', 'Silkwater', '39.00', '7.80', 7.9, null],
        'A wide silk wrap that covers the ears as well.',
        ['Soft', 'Dulls a little noise'],
        ['Warm in summer', 'Dear'],
        { Fabric: 'Silk', Washing: 'By hand', Strap: 'Wrap' },
      ),
    ],
  },
  {
    title: 'Sample: Four yoga mats on wooden and tiled floors',
    status: 'published',
    description:
      '<p>This guide is <strong>sample content</strong> with invented brands.</p><p>Grip, thickness and smell on the first day, on two kinds of floor.</p>',
    products: [
      product(
        ['Stillmoor Grip 5', 'Stillmoor', '48.00', '9.60', 9.0, 'best_overall'],
        'Holds its place on tiles and wood alike.',
        ['Does not slide', 'Lies flat at once'],
        ['Heavy to carry'],
        { Thickness: '5 mm', Weight: '2.4 kg', Length: '185 cm' },
      ),
      product(
        ['Morrow Cork', 'Morrow', '55.00', '8.25', 8.5, 'editors_choice'],
        'Cork above, rubber below.',
        ['Grip grows with warmth', 'Little smell'],
        ['Edges chip', 'Cannot be folded'],
        { Thickness: '4 mm', Weight: '2.1 kg', Length: '183 cm' },
      ),
      product(
        ['Tidewell Travel 2', 'Tidewell', '27.00', '4.05', 7.7, 'best_value'],
        'Thin enough to fold into a suitcase.',
        ['Folds', 'Dries fast'],
        ['Thin for the knees'],
        { Thickness: '2 mm', Weight: '0.9 kg', Length: '180 cm' },
      ),
      product(
        ['Commonroom Soft 8', 'Commonroom', '21.00', '2.10', 7.0, 'best_budget'],
        'A thick foam mat for floor exercises.',
        ['Soft', 'Light for its size'],
        ['Slides on tiles', 'Shows marks'],
        { Thickness: '8 mm', Weight: '1.1 kg', Length: '180 cm' },
      ),
    ],
  },
];
