import type { VisitorFacts } from '../events/contract.ts';
import type { Mend } from '../links/contract.ts';

/** What a redirect knows of its request. */
export type Arrival = {
  query: URLSearchParams;
  facts: VisitorFacts;
  /** Read from the headers only when a rule asks. */
  osVersion?: () => string | undefined;
  hasPrivacySignal: boolean;
  /** Under which the site was asked, in lower case and without a port. */
  ownHost?: string | undefined;
  /** How its address had to be mended; undefined when it had not. */
  mends?: readonly Mend[] | undefined;
};
