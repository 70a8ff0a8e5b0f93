import type { GuideInput } from '../../../features/guides/contract.ts';
import type { PersonInput } from '../../../features/people/contract.ts';

/** The words around the products of the sample: invented people, example addresses (RFC 2606), no claim about health. */

type Editorial = Required<
  Pick<GuideInput, 'excerpt' | 'methodology' | 'rubric' | 'faq' | 'sources' | 'meta_description'>
> & {
  /** The name of its category. */
  category: string;
  /** What the category says of itself. */
  categoryDescription: string;
  /** What was changed in the week in which the sample is put in. */
  change: string;
};

export const SAMPLE_AUTHOR: PersonInput = {
  name: 'Sample author',
  job_title: 'Invented for the sample',
  bio: 'This person does not exist. The page shows how an author is presented: what they do here, where else they can be found, and who pays them.',
  same_as: ['https://profiles.example/sample-author'],
  conflicts_of_interest: 'None: nobody who does not exist is paid by anybody.',
};

export const SAMPLE_REVIEWER: PersonInput = {
  name: 'Sample reviewer',
  credentials: 'invented credentials',
  licence_url: 'https://register.example/sample-reviewer',
  job_title: 'Invented for the sample',
  bio: 'This person does not exist either. A reviewer is shown only with credentials and the date of the check.',
  conflicts_of_interest: 'None.',
};

const criterion = (key: string, name: string, weight: number, description: string) => ({
  key,
  name,
  weight,
  description,
});

export const BOTTLES: Editorial = {
  category: 'Drinking and carrying',
  categoryDescription: 'Sample category: what holds a drink on the way.',
  excerpt: 'Sample: four invented bottles, compared by cleaning, weight and seal.',
  methodology:
    '<p>This is a <strong>sample</strong>: nobody filled these bottles. A real guide says here what was bought, by whom, how long it was used, and what was measured.</p><ul><li>Each product gets 0 to 10 points for each criterion.</li><li>The total is the mean of the points by the weights, rounded to one decimal.</li><li>What a shop pays is no part of it.</li></ul>',
  rubric: [
    criterion('cleaning', 'Cleaning', 4, 'Can a brush reach every corner, and how many parts are there?'),
    criterion('seal', 'Seal', 3, 'Does it stay dry upside down in a bag?'),
    criterion('weight', 'Weight', 2, 'Grams for each litre that it holds.'),
    criterion('price', 'Price', 1, 'What a litre of volume costs.'),
  ],
  faq: [
    {
      question: 'Are these bottles real?',
      answer: 'No. Brands, prices and scores are invented, to show what a guide looks like.',
    },
    {
      question: 'How is the score made?',
      answer: 'From the points and weights in "How we picked". Everybody can do the sum again.',
    },
    {
      question: 'Why does a heavy bottle stand first?',
      answer: 'Weight counts for 2 parts in 10 here, cleaning for 4. Another reader may weigh that differently.',
    },
  ],
  sources: [
    { title: 'Example standard for reusable bottles', url: 'https://standards.example/bottles', tier: 'guideline' },
    { title: 'Example test of lids and seals', url: 'https://lab.example/seals', tier: 'other' },
  ],
  meta_description: 'A sample guide: four invented water bottles with scores, weights and the arithmetic behind them.',
  change: 'First published. A real guide lists here what moved, and why.',
};

export const MASKS: Editorial = {
  category: 'Sleeping and resting',
  categoryDescription: 'Sample category: what makes a room or a journey darker and quieter.',
  excerpt: 'Sample: four invented sleep masks, compared by darkness, fit and care.',
  methodology:
    '<p>This is a <strong>sample</strong>: nobody wore these masks. A real guide says here in which rooms, for how many nights, and on which heads.</p>',
  rubric: [
    criterion('darkness', 'Darkness', 5, 'How much of a lit room can still be seen?'),
    criterion('fit', 'Fit', 3, 'Does it stay in its place on the side?'),
    criterion('care', 'Care', 2, 'How is it washed, and how does it look afterwards?'),
  ],
  faq: [
    { question: 'Are these masks real?', answer: 'No. Brands, prices and scores are invented.' },
    {
      question: 'Does the order depend on what you are paid?',
      answer: 'No. The ranking code cannot read it, and a test makes sure of that.',
    },
  ],
  sources: [
    { title: 'Example notes on light in bedrooms', url: 'https://library.example/light', tier: 'observational' },
  ],
  meta_description: 'A sample guide: four invented sleep masks, compared by darkness, fit and care.',
  change: 'First published.',
};

export const MATS: Editorial = {
  category: 'Moving and stretching',
  categoryDescription: 'Sample category: what lies under hands and feet.',
  excerpt: 'Sample: four invented mats on wood and tiles, compared by grip, padding and weight.',
  methodology:
    '<p>This is a <strong>sample</strong>: nobody stood on these mats. A real guide says here on which floors they lay and how grip was measured.</p>',
  rubric: [
    criterion('grip', 'Grip', 5, 'Does it stay where it is on wood and on tiles?'),
    criterion('padding', 'Padding', 3, 'How far does a knee sink in?'),
    criterion('carrying', 'Carrying', 2, 'Weight and size when rolled up.'),
  ],
  faq: [
    { question: 'Are these mats real?', answer: 'No. Brands, prices and scores are invented.' },
    {
      question: 'What does a score of 7 mean?',
      answer: 'Seven of ten points by the weights of this guide. Scores of two guides cannot be compared.',
    },
  ],
  sources: [{ title: 'Example method for measuring grip', url: 'https://lab.example/grip', tier: 'other' }],
  meta_description: 'A sample guide: four invented yoga mats on wood and tiles, with scores that can be recomputed.',
  change: 'First published.',
};
