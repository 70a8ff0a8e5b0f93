import { z } from 'zod';

/** How far a template's facts were checked: on a page of the vendor, in another tracker, or nowhere. */
export const CONFIDENCES = ['vendor', 'tracker', 'unverified'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Where the facts of a shipped template come from; a template without one of these is refused at boot. */
export const templateFacts = {
  source_url: z.url(),
  verified_on: z.iso.date(),
  confidence: z.enum(CONFIDENCES),
  evidence: z.string().min(1).describe('What was read, and which facts rest on it.'),
  capture_only: z
    .boolean()
    .describe('Not confirmed: the click id is read or passed on, the rest is for a person to check.'),
};

/** Only what was seen somewhere ships as working. */
export const shipsAsShown = (template: { confidence: Confidence; capture_only: boolean }): boolean =>
  template.capture_only === (template.confidence === 'unverified');

export const SHIPS_AS_SHOWN = {
  path: ['capture_only'],
  error: 'must be true for what is not verified, and only there',
};
