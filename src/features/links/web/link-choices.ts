import type { Choice } from '../../../platform/web/ui/filters/FilterSelect.tsx';
import type { DestinationType } from '../contract.ts';
import type { DestinationState } from '../shares.ts';

/** The wire's words with the words that people read. */
export const STATUS_CHOICES: readonly Choice[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];

export const STATE_CHOICES: readonly Choice[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'expired', label: 'Expired' },
  { value: 'archived', label: 'Archived' },
];

export const REDIRECT_CHOICES: readonly Choice[] = [
  { value: '302', label: '302 Found' },
  { value: '307', label: '307 Temporary Redirect' },
];

export const FORWARD_CHOICES: readonly Choice[] = [
  { value: 'all', label: 'All of them' },
  { value: 'listed', label: 'Only those listed' },
  { value: 'none', label: 'None' },
];

export const CONFLICT_CHOICES: readonly Choice[] = [
  { value: 'incoming_wins', label: "The visitor's value" },
  { value: 'link_wins', label: "This link's value" },
];

export const STICKY_CHOICES: readonly Choice[] = [
  { value: 'none', label: 'Draw again on each visit' },
  { value: 'day', label: 'Same destination all day' },
];

export const COST_CHOICES: readonly Choice[] = [
  { value: 'source', label: 'What the ad address says' },
  { value: 'cpc', label: 'A price per click (CPC)' },
  { value: 'cpa', label: 'A price per conversion (CPA)' },
  { value: 'none', label: 'Free' },
];

export const ROTATION_CHOICES: readonly Choice[] = [
  { value: 'weighted', label: 'By weight' },
  { value: 'priority', label: 'By priority' },
  { value: 'auto', label: 'By auto-optimisation' },
];

export const DESTINATION_STATUS_CHOICES: readonly Choice[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
];

export const TYPE_CHOICES: readonly (Choice & { value: DestinationType })[] = [
  { value: 'listicle', label: 'Guide' },
  { value: 'review', label: 'Review' },
  { value: 'offer', label: 'Offer' },
  { value: 'url', label: 'Address' },
];

export const TYPE_WORDS = new Map<string, string>(TYPE_CHOICES.map(({ value, label }) => [value, label]));

type Tone = 'good' | 'calm' | 'warn' | 'bad';

/** What holds a destination back, as chip and as sentence. */
export const STATE_WORDS: Record<DestinationState, { word: string; tone: Tone; reason: string }> = {
  live: { word: 'live', tone: 'good', reason: 'Gets new visits by its weight.' },
  paused: { word: 'paused', tone: 'warn', reason: 'Gets no visits until you resume it.' },
  target_unpublished: {
    word: 'not public',
    tone: 'bad',
    reason: 'Readers cannot see this target now, so nobody is sent there.',
  },
  capped: {
    word: 'cap reached',
    tone: 'warn',
    reason: 'Its cap is reached; the others take its visits until it resets.',
  },
  network_paused: {
    word: 'network paused',
    tone: 'warn',
    reason: 'Its affiliate network is paused, so nobody is sent there.',
  },
  scheduled: { word: 'scheduled', tone: 'calm', reason: 'Its schedule has not begun.' },
  ended: { word: 'ended', tone: 'calm', reason: 'Its schedule is over, so it gets no visits.' },
  offer_not_begun: { word: 'offer not begun', tone: 'calm', reason: 'The dates of its offer have not begun.' },
  offer_over: { word: 'offer over', tone: 'warn', reason: 'The dates of its offer are over, so nobody is sent there.' },
  no_weight: { word: 'no weight', tone: 'calm', reason: 'Weight 0 gets no new visits.' },
};
