import { blankToNull, toNumber, toText } from '../../../platform/web/form.ts';
import type { Pair } from '../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import type { Network, NetworkInput, NetworkTemplate, PostbackField } from '../contract.ts';

/** The sections of the editor: their fields in order, and what each is called. */
export const NETWORK_SECTIONS = {
  general: {
    template_key: 'Template',
    name: 'Name',
    status: 'Status',
    website_url: 'Website',
    login_url: 'Login page',
  },
  links: {
    click_param: 'Click parameter',
    append_click_id: 'Add click id to offer URLs',
    extra_params: 'Extra parameters',
  },
  meaning: {
    status_map: 'Status words',
    default_status: 'Status when none is sent',
    duplicate_mode: 'Repeated conversions',
    payout_currency: 'Payout currency',
    attribution_window_days: 'Attribution window',
  },
  checking: {
    param_aliases: 'Parameter names',
    ip_allowlist: 'Allowed addresses',
    hmac_param: 'Signature parameter',
    hmac_secret: 'Signature secret',
  },
  contact: {
    account_id: 'Account ID',
    manager_name: 'Account manager',
    manager_contact: 'Manager contact',
  },
  terms: {
    payment_terms: 'Payment terms',
    min_payout: 'Minimum payout',
    hold_days: 'Hold',
    notes: 'Notes',
  },
};

const { hmac_secret: _neverShown, ...labels } = {
  ...NETWORK_SECTIONS.general,
  ...NETWORK_SECTIONS.links,
  ...NETWORK_SECTIONS.meaning,
  ...NETWORK_SECTIONS.checking,
  ...NETWORK_SECTIONS.contact,
  ...NETWORK_SECTIONS.terms,
} satisfies Record<keyof NetworkInput, string>;

/** What each field is called, for the list of differences in a conflict. */
export const NETWORK_LABELS = labels;

/** What the editor holds: everything typed is text, lists are rows; field names are those of the wire. */
export type NetworkValues = ReturnType<typeof toValues>;

/** A network as the editor shows it; without one, an empty form with the defaults. */
export function toValues(network?: Network) {
  return {
    ...texts(network),
    status: network?.status ?? 'active',
    append_click_id: network?.append_click_id ?? true,
    extra_params: (network?.extra_params ?? []) as Pair[],
    hmac_secret: '',
    removes_hmac_secret: false,
    ip_allowlist: (network?.ip_allowlist ?? []).join('\n'),
    param_aliases: aliasRows(network?.param_aliases ?? {}),
    status_map: statusRows(network?.status_map ?? {}),
    default_status: network?.default_status ?? 'approved',
    duplicate_mode: network?.duplicate_mode ?? 'update',
    attribution_window_days: toText(network?.attribution_window_days ?? 30),
    version: network?.version,
  } satisfies Record<keyof NetworkInput | 'removes_hmac_secret' | 'version', unknown>;
}

type TextField = {
  [Name in keyof typeof labels]: Network[Name] extends string | number | null ? Name : never;
}[keyof typeof labels];

/** What is typed as text, as it comes. */
const texts = (network?: Network) =>
  Object.fromEntries((Object.keys(labels) as TextField[]).map((name) => [name, toText(network?.[name])])) as Record<
    TextField,
    string
  >;

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
