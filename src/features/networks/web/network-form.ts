import { blankToNull, toNumber, toText } from '../../../platform/web/form.ts';
import type { Pair } from '../../../platform/web/ui/KeyValueEditor.tsx';
import type { Network, NetworkTemplate, PostbackField } from '../contract.ts';

/** What the editor holds: everything typed is text, lists are rows; field names are those of the wire. */
export type NetworkValues = ReturnType<typeof toValues>;

/** A network as the editor shows it; without one, an empty form with the defaults. */
export function toValues(network?: Network) {
  return {
    name: toText(network?.name),
    template_key: toText(network?.template_key),
    status: network?.status ?? 'active',
    website_url: toText(network?.website_url),
    login_url: toText(network?.login_url),
    account_id: toText(network?.account_id),
    manager_name: toText(network?.manager_name),
    manager_contact: toText(network?.manager_contact),
    notes: toText(network?.notes),
    click_param: toText(network?.click_param),
    append_click_id: network?.append_click_id ?? true,
    extra_params: (network?.extra_params ?? []) as Pair[],
    hmac_param: toText(network?.hmac_param),
    hmac_secret: '',
    removes_hmac_secret: false,
    ip_allowlist: (network?.ip_allowlist ?? []).join('\n'),
    param_aliases: aliasRows(network?.param_aliases ?? {}),
    status_map: statusRows(network?.status_map ?? {}),
    default_status: network?.default_status ?? 'approved',
    duplicate_mode: network?.duplicate_mode ?? 'update',
    payout_currency: toText(network?.payout_currency),
    attribution_window_days: toText(network?.attribution_window_days ?? 30),
    payment_terms: toText(network?.payment_terms),
    min_payout: toText(network?.min_payout),
    hold_days: toText(network?.hold_days),
    version: network?.version,
  };
}

/** The form as the contract wants it; a blank currency is left out, so that the server takes the site's. */
export function toWire({ removes_hmac_secret: removesSecret, ...values }: NetworkValues) {
  return {
    ...values,
    template_key: blankToNull(values.template_key),
    extra_params: values.extra_params.filter((row) => row.key || row.value),
    hmac_secret: removesSecret ? null : (blankToNull(values.hmac_secret) ?? undefined),
    ip_allowlist: values.ip_allowlist.split(/[\s,]+/).filter(Boolean),
    param_aliases: groupAliases(values.param_aliases),
    status_map: Object.fromEntries(values.status_map.filter((row) => row.key).map((row) => [row.key, row.value])),
    payout_currency: blankToNull(values.payout_currency) ?? undefined,
    attribution_window_days: toNumber(values.attribution_window_days),
    min_payout: blankToNull(values.min_payout),
    hold_days: toNumber(values.hold_days),
  };
}

/** What a template fills in; everything stays editable. */
export function templateValues(template: NetworkTemplate) {
  return {
    click_param: template.click_param ?? '',
    param_aliases: aliasRows(template.param_aliases),
    status_map: statusRows(template.status_map),
  };
}

const statusRows = (map: Record<string, string>): Pair[] => Object.entries(map).map(([key, value]) => ({ key, value }));

const aliasRows = (aliases: Partial<Record<PostbackField, string[]>>): Pair[] =>
  Object.entries(aliases).flatMap(([field, names]) => names.map((name) => ({ key: name, value: field })));

function groupAliases(rows: readonly Pair[]): Record<string, string[]> {
  const named = rows.filter((row) => row.key);
  return Object.fromEntries(
    Object.entries(Object.groupBy(named, (row) => row.value)).map(([field, all]) => [
      field,
      all!.map((row) => row.key),
    ]),
  );
}

/** The words of the form, for the list of differences in a conflict. */
export const NETWORK_LABELS: Partial<Record<keyof NetworkValues, string>> = {
  name: 'Name',
  template_key: 'Template',
  status: 'Status',
  website_url: 'Website',
  login_url: 'Login page',
  account_id: 'Account ID',
  manager_name: 'Account manager',
  manager_contact: 'Manager contact',
  notes: 'Notes',
  click_param: 'Click parameter',
  append_click_id: 'Add click id to offer URLs',
  extra_params: 'Extra parameters',
  hmac_param: 'Signature parameter',
  ip_allowlist: 'Allowed addresses',
  param_aliases: 'Parameter names',
  status_map: 'Status words',
  default_status: 'Status when none is sent',
  duplicate_mode: 'Repeated conversions',
  payout_currency: 'Payout currency',
  attribution_window_days: 'Attribution window',
  payment_terms: 'Payment terms',
  min_payout: 'Minimum payout',
  hold_days: 'Hold',
};
