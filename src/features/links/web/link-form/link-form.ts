import { blankToNull, toNumber, toText } from '../../../../platform/web/form.ts';
import { fromLocal, toLocal } from '../../../../platform/web/local-time.ts';
import type { Link } from '../../contract.ts';

/** What the editor holds: everything typed is text; field names are those of the wire. */
export type LinkValues = ReturnType<typeof toValues>;

/** A link as the editor shows it, times in that zone; without one, an empty form with the defaults. */
export function toValues(link: Link | undefined, zone: string) {
  return {
    name: toText(link?.name),
    slug: toText(link?.slug),
    status: link?.status ?? 'active',
    traffic_source_id: toText(link?.traffic_source_id),
    redirect_type: toText(link?.redirect_type ?? 302),
    sticky: link?.sticky ?? 'none',
    rotation: link?.rotation ?? 'weighted',
    utm: {
      utm_source: toText(link?.utm['utm_source']),
      utm_medium: toText(link?.utm['utm_medium']),
      utm_campaign: toText(link?.utm['utm_campaign']),
      utm_term: toText(link?.utm['utm_term']),
      utm_content: toText(link?.utm['utm_content']),
    },
    forward_params: link?.forward_params ?? 'all',
    forward_list: (link?.forward_list ?? []).join(', '),
    param_conflict: link?.param_conflict ?? 'incoming_wins',
    fallback_url: link?.fallback_url ?? '/',
    starts_at: toLocal(link?.starts_at, zone),
    expires_at: toLocal(link?.expires_at, zone),
    expired_url: toText(link?.expired_url),
    click_limit: toText(link?.click_limit),
    cost_model: link?.cost_model ?? 'source',
    cost_value: toText(link?.cost_value),
    notes: toText(link?.notes),
    tags: (link?.tags ?? []).join(', '),
    version: link?.version,
  };
}

/** The form as the contract wants it. */
export const toWire = (values: LinkValues, zone: string) => ({
  ...values,
  traffic_source_id: toNumber(values.traffic_source_id),
  redirect_type: toNumber(values.redirect_type),
  forward_list: split(values.forward_list),
  starts_at: fromLocal(values.starts_at, zone),
  expires_at: fromLocal(values.expires_at, zone),
  expired_url: blankToNull(values.expired_url),
  click_limit: toNumber(values.click_limit),
  cost_value: blankToNull(values.cost_value),
  tags: split(values.tags),
});

const split = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The words of the form, for the list of differences in a conflict. */
export const LINK_LABELS: Partial<Record<keyof LinkValues, string>> = {
  name: 'Name',
  slug: 'Slug',
  status: 'Status',
  traffic_source_id: 'Traffic source',
  redirect_type: 'Redirect',
  sticky: 'Returning visitors',
  rotation: 'Share visits',
  utm: 'UTM defaults',
  forward_params: 'Parameters passed on',
  forward_list: 'Listed parameters',
  param_conflict: 'When both have a value',
  fallback_url: 'Fallback',
  starts_at: 'Starts',
  expires_at: 'Ends',
  expired_url: 'Address after the end',
  click_limit: 'Visits in all',
  cost_model: 'Cost',
  cost_value: 'Price',
  notes: 'Notes',
  tags: 'Tags',
};
