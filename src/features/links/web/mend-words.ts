import type { Mend } from '../contract.ts';

/** How an address came, as the second half of "12 visits came …". */
export const MEND_WORDS: Record<Mend, string> = {
  ampersand: 'with & instead of ?',
  encoded: 'with characters written as %, such as %3F for ?',
  html_ampersand: 'with &amp; instead of &',
  second_question_mark: 'with a second ? instead of &',
  slash: 'with a slash too many',
  case: 'with capitals in /go/',
  around: 'with a blank, a point, a bracket or a quote around the slug',
  other_name: 'by another name of the address',
};
