import type { BehaviourEvent, ConversionDelta, CostShare } from './contract.ts';

/** What the two stores are given: an event of a request, a conversion's delta, or a part of what was paid. */
export type StoredEvent = BehaviourEvent | ConversionDelta | CostShare;

/**
 * An event as it stands in the journal, the outbox and the shares of a cost entry. There a guide keeps its old name: what was written down
 * once is read for years, and by programs of the release before.
 */
export type Written<Event extends StoredEvent> = Event extends unknown
  ? Omit<Event, 'guide_id'> & { listicle_id?: number | undefined }
  : never;

// a key without a value would make two events differ that are alike
export function toWritten<Event extends StoredEvent>({ guide_id: guideId, ...event }: Event): Written<Event> {
  return (guideId === undefined ? event : { ...event, listicle_id: guideId }) as Written<Event>;
}

export function fromWritten<Event extends StoredEvent>({ listicle_id: guideId, ...event }: Written<Event>): Event {
  return (guideId === undefined ? event : { ...event, guide_id: guideId }) as unknown as Event;
}
