import { blankToNull, toNumber, toText } from '../../../../platform/web/form.ts';
import { fromLocal, toLocal } from '../../../../platform/web/local-time.ts';
import type { Destination, DestinationType } from '../../contract.ts';

/** What the forms of a destination hold: everything typed is text; field names are those of the wire. */
export const toValues = (one: Destination | undefined, zone: string) => ({
  type: one?.type ?? ('listicle' as DestinationType),
  target_id: one?.target_id ?? null,
  url: toText(one?.url),
  name: toText(one?.name),
  status: one?.status ?? 'active',
  weight: toText(one?.weight ?? 100),
  priority: toText(one?.priority ?? 0),
  rule_id: toText(one?.rule_id),
  is_control: one?.is_control ?? false,
  starts_at: toLocal(one?.starts_at, zone),
  ends_at: toLocal(one?.ends_at, zone),
  // no cap is 0 on the wire
  caps: {
    daily_clicks: toText(one?.caps.daily_clicks || null),
    daily_conversions: toText(one?.caps.daily_conversions || null),
  },
  version: one?.version,
});
export type DestinationValues = ReturnType<typeof toValues>;

const shared = (values: DestinationValues, zone: string) => ({
  name: values.name,
  status: values.status,
  weight: toNumber(values.weight),
  priority: toNumber(values.priority),
  rule_id: toNumber(values.rule_id),
  is_control: values.is_control,
  starts_at: fromLocal(values.starts_at, zone),
  ends_at: fromLocal(values.ends_at, zone),
  caps: {
    daily_clicks: toNumber(values.caps.daily_clicks) ?? 0,
    daily_conversions: toNumber(values.caps.daily_conversions) ?? 0,
  },
});

export const toNewWire = (values: DestinationValues, zone: string) => ({
  ...shared(values, zone),
  type: values.type,
  target_id: values.type === 'url' ? null : values.target_id,
  url: values.type === 'url' ? blankToNull(values.url) : null,
});

/** The target stays, save for an address. */
export const toChangeWire = (values: DestinationValues, zone: string) => ({
  ...shared(values, zone),
  url: values.type === 'url' ? values.url : undefined,
  version: values.version,
});

export const DESTINATION_LABELS = {
  url: 'Address',
  name: 'Label',
  status: 'Status',
  weight: 'Weight',
  priority: 'Priority',
  rule_id: 'For',
  is_control: 'Control',
  starts_at: 'Starts',
  ends_at: 'Ends',
  caps: 'Caps',
};
