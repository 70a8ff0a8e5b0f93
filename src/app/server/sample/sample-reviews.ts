import type { ReviewInput } from '../../../features/reviews/contract.ts';

/** The reviews of the sample by the name of their product: invented like the products, no claim about health. */
type SampleReview = Required<Pick<ReviewInput, 'title' | 'verdict' | 'sections' | 'faq' | 'sources'>> & {
  /** What was changed in the week in which the sample is put in. */
  note: string;
};

const source = (title: string, path: string): SampleReview['sources'][number] => ({
  title: `Sample source: ${title}`,
  url: `https://library.example/${path}`,
  tier: 'other',
});

const HOW =
  '<p>This review is <strong>sample content</strong>: brand and product are invented and nobody has tested them. It shows what each part of a review looks like.</p>';

const howSection = { heading: 'How we judged it', body: HOW };

export const SAMPLE_REVIEWS: Readonly<Record<string, SampleReview>> = {
  'Fernwell Steel 750': {
    title: 'Sample: Fernwell Steel 750, a bottle that any brush can clean',
    verdict:
      'The bottle to buy first: it seals well, every part comes apart, and a spare seal lies in the box. It is no bottle for those who count grams.',
    sections: [
      {
        heading: 'What it is',
        body: '<p>A double-walled steel bottle for 750 ml with a mouth as wide as a cup. The lid is one piece of steel and one ring of silicone; there is no straw and no hidden chamber.</p><ul><li>Height 26 cm, base 7.3 cm: it fits most cup holders</li><li>340 g empty</li><li>Lid with a loop for a finger</li></ul>',
      },
      {
        heading: 'Living with it',
        body: '<p>A plain bottle brush reaches the floor. The ring of the lid comes off without a tool, which is where cheaper bottles begin to smell. Paint chips at the base after a few falls; that is a matter of looks.</p>',
      },
      {
        heading: 'Price and refund',
        body: '<p>It is the dearest of the four bottles in our list. The maker takes unused bottles back for 30 days.</p>',
      },
      howSection,
    ],
    faq: [
      {
        question: 'Does it go into a dishwasher?',
        answer: 'The lid does. The maker asks you to wash the body by hand.',
      },
      { question: 'Can it hold sparkling water?', answer: 'Yes. Open it slowly, as any bottle that seals well.' },
    ],
    sources: [
      source('Data sheet of the bottle', 'fernwell-steel-750.html'),
      source('How wide bottle mouths are measured', 'bottle-mouths.html'),
    ],
    note: 'Added what the maker says about dishwashers.',
  },
  'Nightharbor Contour': {
    title: 'Sample: Nightharbor Contour, a sleep mask that leaves the eyes free',
    verdict:
      'Moulded cups keep the fabric off the lids, and hardly any light comes in at the nose. One size has to fit all heads, and it does not fit every one.',
    sections: [
      {
        heading: 'What it is',
        body: '<p>A cotton mask with two moulded cups. The strap closes at the side of the head and not at the back, so that nothing presses when you lie on it.</p>',
      },
      {
        heading: 'Who it is not for',
        body: '<p>The strap ends at a head of 60 cm. Those who sleep on their stomach will push the cups against their nose.</p>',
      },
      howSection,
    ],
    faq: [{ question: 'How is it washed?', answer: 'By hand, without the strap. It dries overnight.' }],
    sources: [source('Size chart of the mask', 'nightharbor-contour.html')],
    note: 'Added the largest size of head that the strap fits.',
  },
  'Stillmoor Grip 5': {
    title: 'Sample: Stillmoor Grip 5, a yoga mat that stays where it lies',
    verdict:
      'It does not slide on wood or tiles and lies flat from the first minute. At 2.4 kg it is a mat for one room, not for the way to a class.',
    sections: [
      {
        heading: 'What it is',
        body: '<p>A mat of natural rubber, 5 mm thick and 185 cm long, with a fine pattern on both sides. Either side can lie on top.</p>',
      },
      {
        heading: 'The first weeks',
        body: '<p>New rubber smells. The maker advises two days by an open window.</p>',
      },
      {
        heading: 'Price and refund',
        body: '<p>The dearest but one in our list. It comes with a warranty of one year.</p>',
      },
      howSection,
    ],
    faq: [
      { question: 'Is it free of latex?', answer: 'No. Natural rubber holds latex.' },
      { question: 'How is it cleaned?', answer: 'With a damp cloth. Not in a machine, and not in the sun.' },
    ],
    sources: [source('Data sheet of the mat', 'stillmoor-grip-5.html')],
    note: 'Said how long the smell of new rubber lasts.',
  },
};
