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

// an event that names no guide is not copied: this stands on the way of every redirect
export function toWritten<Event extends StoredEvent>(event: Event): Written<Event> {
  if (event.guide_id === undefined) return event as unknown as Written<Event>;
  const { guide_id: guideId, ...rest } = event;
  return { ...rest, listicle_id: guideId } as unknown as Written<Event>;
}

export function fromWritten<Event extends StoredEvent>(written: Written<Event>): Event {
  if (written.listicle_id === undefined) return written as unknown as Event;
  const { listicle_id: guideId, ...rest } = written;
  return { ...rest, guide_id: guideId } as unknown as Event;
}
