import type { Tested } from './contract.ts';

/** `block`: may not be published. `warn`: a person must look at it. */
export type ClaimLevel = 'block' | 'warn';

export const CLAIM_KINDS = [
  'disease',
  'replaces_treatment',
  'guarantee',
  'approval',
  'miracle',
  'proof',
  'safety',
  'doctor',
  'urgency',
  'tested',
  'weight_loss',
  'before_after',
  'superlative',
  'forbidden_word',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** What the page around the text has to show; whatever is left out counts as not there. */
export type ClaimContext = {
  /** How the product was judged; only `hands_on` may say that it was tested. */
  tested?: Tested;
  /** A named person with credentials has reviewed the page. */
  hasReviewer?: boolean;
  /** The page lists its sources. */
  hasSources?: boolean;
};

/** What to write instead, for each kind. */
export const REASONS: Record<ClaimKind, string> = {
  disease:
    'Only a licensed medicine may be said to cure, treat, prevent or relieve an illness. Say what the product contains, or report a named study with its limits.',
  replaces_treatment:
    'A product may not be offered in place of medical treatment. Take the comparison out and send readers to their doctor.',
  guarantee:
    'Nobody can promise a result. Say what most people may expect, or name the refund terms if you mean the money-back guarantee.',
  approval:
    'Regulators do not approve or recommend supplements, and registration is not approval. Take it out or say which certificate the product holds.',
  miracle:
    'Wonders and instant results are not credible. Describe the effect in measured words, with the time it took in a study.',
  proof: 'A claim of proof needs its source. Name the study, its size and its result, or leave the proof out.',
  safety: 'Nothing is safe for everyone. List the known side effects and who should not use the product.',
  doctor: 'Name the doctor, the credentials and the review, or leave the doctors out.',
  urgency: 'Do not hurry readers. Leave it out, or give the date on which a coupon really ends.',
  tested:
    'The page does not say that the product was tested by hand. Write what was really done, such as "we compared labels and prices".',
  weight_loss:
    'An amount or speed of weight loss, or loss without effort, may not be promised. Report the average of a named study together with its control group.',
  before_after:
    'Pictures and stories of before and after suggest a typical result. Report the average of a study instead.',
  superlative:
    'A health effect may not be called the best without a comparison. Say what you compared and how, or rank by price or label.',
  forbidden_word: 'The advertiser of an offer here forbids this word. Use other words.',
};
