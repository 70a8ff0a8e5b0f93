import { newEventId } from '../../../platform/ids.ts';
import type { EventRow } from '../../../platform/server/event-store/event-store.ts';
import type { BehaviourEvent, ConversionDelta } from '../contract.ts';
import { toEventRow } from '../rules.ts';
import type { StoredEvent } from '../written-events.ts';

type Visit = Extract<BehaviourEvent, { type: 'visit' }>;
type Click = Extract<BehaviourEvent, { type: 'click' }>;

const person = {
  country: 'DE',
  device: 'mobile',
  os: 'iOS',
  browser: 'Safari',
  language: 'de',
  is_bot: false,
  is_internal: false,
};

/** An arrival of a person now; every id is new. */
export const buildVisit = (given: Partial<Visit> = {}): Visit => ({
  ...person,
  type: 'visit',
  ts: new Date().toISOString(),
  visit_id: newEventId(Date.now()),
  visitor: '0123456789abcdef',
  route_reason: 'weight',
  ...given,
});

/** An outbound click of a person now, of a visit that nothing else knows. */
export const buildClick = (given: Partial<Click> = {}): Click => ({
  ...person,
  type: 'click',
  ts: new Date().toISOString(),
  click_id: newEventId(Date.now()),
  visit_id: newEventId(Date.now()),
  view_id: newEventId(Date.now()),
  visitor: '0123456789abcdef',
  ...given,
});

/** A new approved sale of 12.50 USD. */
export const buildDelta = (given: Partial<ConversionDelta> = {}): ConversionDelta => ({
  type: 'conversion',
  ts: new Date().toISOString(),
  event_id: newEventId(Date.now()),
  conversion_id: '1',
  network_id: 1,
  event_kind: 'sale',
  status: 'approved',
  delta_count: 1,
  delta_micros: '12500000',
  currency: 'USD',
  attribution: 'matched',
  ...given,
});

/** What the event store is given of an event. */
export const buildRow = (event: StoredEvent): EventRow => toEventRow(event);
