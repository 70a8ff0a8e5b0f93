import { blankToNull, toNumber, toText } from '../../../platform/web/form.ts';
import type { Pair } from '../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { CONVERSION_STATUSES } from '../../networks/conversion-statuses.ts';
import { EVENT_TYPES, UTM_KEYS, type SourceDetail, type SourceParameter, type SourceTemplate } from '../contract.ts';

/** What the editor holds: everything typed is text; field names are those of the wire. */
export type SourceValues = ReturnType<typeof toValues>;

type Words<Key extends string> = Record<Key, string>;

const texts = <Key extends string>(keys: readonly Key[], given: Partial<Record<Key, string>> = {}): Words<Key> =>
  Object.fromEntries(keys.map((key) => [key, given[key] ?? ''])) as Words<Key>;

const filled = (words: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).filter(([, word]) => word.trim() !== ''));

/** A source as the editor shows it; without one, an empty form with the defaults. */
export function toValues(source?: SourceDetail) {
  const statuses = source?.postback_statuses ?? ['approved'];
  return {
    name: toText(source?.name),
    template_key: toText(source?.template_key),
    type: source?.type ?? 'other',
    status: source?.status ?? 'active',
    click_id_param: toText(source?.click_id_param),
    click_id_token: toText(source?.click_id_token),
    cost_param: toText(source?.cost_param),
    cost_model: source?.cost_model ?? 'none',
    cost_currency: toText(source?.cost_currency),
    traffic_loss_percent: toText(source?.traffic_loss_percent ?? 0),
    parameters: (source?.parameters ?? []) as SourceParameter[],
    utm_defaults: texts(UTM_KEYS, source?.utm_defaults),
    postback_enabled: source?.postback_enabled ?? false,
    postback_url: toText(source?.postback_url),
    postback_method: source?.postback_method ?? 'GET',
    postback_body: toText(source?.postback_body),
    postback_headers: (source?.postback_headers ?? []).map(({ name, value }): Pair => ({ key: name, value })),
    postback_statuses: Object.fromEntries(
      CONVERSION_STATUSES.map((status) => [status, statuses.includes(status)]),
    ) as Record<(typeof CONVERSION_STATUSES)[number], boolean>,
    event_map: texts(EVENT_TYPES, source?.event_map),
    status_map: texts(CONVERSION_STATUSES, source?.status_map),
    requires_external_id: source?.requires_external_id ?? true,
    send_zero_payout: source?.send_zero_payout ?? false,
    expected_status: source?.expected_status ?? '2xx',
    delay_seconds: toText(source?.delay_seconds ?? 0),
    notes: toText(source?.notes),
    apply_to_links: true,
    version: source?.version,
  };
}

/** The form as the contract wants it; a blank currency is left out, so that the server takes the site's. */
export function toWire(values: SourceValues) {
  return {
    ...values,
    template_key: blankToNull(values.template_key),
    cost_currency: blankToNull(values.cost_currency) ?? undefined,
    utm_defaults: filled(values.utm_defaults),
    postback_headers: values.postback_headers
      .filter((row) => row.key || row.value)
      .map(({ key, value }) => ({ name: key, value })),
    postback_statuses: CONVERSION_STATUSES.filter((status) => values.postback_statuses[status]),
    event_map: filled(values.event_map),
    status_map: filled(values.status_map),
    traffic_loss_percent: toNumber(values.traffic_loss_percent) ?? 0,
    delay_seconds: toNumber(values.delay_seconds),
    apply_to_links: values.version === undefined ? undefined : values.apply_to_links,
  };
}

/** What a template fills in; everything stays editable. */
export const templateValues = (template: SourceTemplate) => ({
  type: template.type,
  click_id_param: toText(template.click_id_param),
  click_id_token: toText(template.click_id_token),
  cost_param: toText(template.cost_param),
  cost_model: template.cost_model,
  parameters: template.parameters,
  utm_defaults: texts(UTM_KEYS, template.utm_defaults),
  postback_url: toText(template.postback_url),
  postback_method: template.postback_method,
  requires_external_id: template.requires_external_id,
});

/** The words of the form, for the list of differences in a conflict. */
export const SOURCE_LABELS: Partial<Record<keyof SourceValues, string>> = {
  name: 'Name',
  template_key: 'Template',
  type: 'Type',
  status: 'Status',
  click_id_param: 'Click id parameter',
  click_id_token: 'Click id token',
  cost_param: 'Cost parameter',
  cost_model: 'Cost model',
  cost_currency: 'Cost currency',
  traffic_loss_percent: 'Lost clicks',
  parameters: 'Parameters',
  utm_defaults: 'UTM values',
  postback_enabled: 'Send postbacks',
  postback_url: 'Postback URL',
  postback_method: 'Method',
  postback_body: 'Body',
  postback_statuses: 'Statuses to send',
  event_map: 'Event names',
  status_map: 'Status names',
  requires_external_id: 'Needs its own click id',
  send_zero_payout: 'Send conversions without a payout',
  expected_status: 'Expected answer',
  delay_seconds: 'Delay',
  notes: 'Notes',
};
