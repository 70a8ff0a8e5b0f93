import { toText } from '../../../../platform/web/form.ts';
import { fromLocal, toLocal } from '../../../../platform/web/local-time.ts';
import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import type { Condition, ConditionType } from '../../conditions.ts';
import type { Rule } from '../../rule-contract.ts';

export const TYPE_CHOICES: readonly (Choice & { value: ConditionType })[] = [
  { value: 'country', label: 'Country' },
  { value: 'device', label: 'Device' },
  { value: 'query', label: 'Parameter' },
  { value: 'time', label: 'Weekday and time' },
  { value: 'language', label: 'Language' },
  { value: 'os', label: 'Operating system' },
  { value: 'browser', label: 'Browser' },
  { value: 'referrer', label: 'Referring host' },
  { value: 'visitor', label: 'New or returning' },
  { value: 'date', label: 'Date' },
  { value: 'region', label: 'Region' },
  { value: 'source', label: 'Traffic source' },
];

export const OP_CHOICES: readonly Choice[] = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
];

export const MATCH_CHOICES: readonly Choice[] = [
  { value: 'equals', label: 'Equals' },
  { value: 'contains', label: 'Contains' },
  { value: 'regex', label: 'Matches a pattern' },
  { value: 'any', label: 'Has any value' },
  { value: 'none', label: 'Has no value' },
];

/** How the values of a type are typed. */
export const VALUE_HELP: Partial<Record<ConditionType, { label: string; help: string; placeholder: string }>> = {
  country: { label: 'Countries', help: 'Two letters each, separated by commas.', placeholder: 'DE, AT, CH' },
  device: {
    label: 'Devices',
    help: 'desktop, mobile, tablet or tv, separated by commas.',
    placeholder: 'mobile, tablet',
  },
  language: { label: 'Languages', help: 'The language the browser asks for first.', placeholder: 'de, en' },
  os: { label: 'Systems', help: 'Such as Android, iOS, Windows, macOS, Linux.', placeholder: 'Android, iOS' },
  browser: { label: 'Browsers', help: 'Such as Chrome, Safari, Firefox, Microsoft Edge.', placeholder: 'Safari' },
  referrer: { label: 'Hosts', help: 'With their subdomains.', placeholder: 'news.example' },
  visitor: {
    label: 'Visitors',
    help: 'new or returning: seen on this link earlier today, since the last restart of all instances.',
    placeholder: 'returning',
  },
  region: {
    label: 'Regions',
    help: 'Known only with a GeoIP file that has them (GEOIP_MMDB).',
    placeholder: 'Bavaria',
  },
  source: { label: 'Numbers of sources', help: 'The ids of traffic sources.', placeholder: '4' },
};

export type ConditionValues = {
  type: ConditionType;
  op: string;
  values: string;
  include_unknown: boolean;
  key: string;
  match: string;
  min_version: string;
  max_version: string;
  weekdays: string;
  from: string;
  to: string;
  zone: string;
};

export const blankCondition = (zone: string): ConditionValues => ({
  type: 'country',
  op: 'is',
  values: '',
  include_unknown: false,
  key: '',
  match: 'equals',
  min_version: '',
  max_version: '',
  weekdays: '',
  from: '',
  to: '',
  zone,
});

export type RuleValues = ReturnType<typeof toValues>;

/** A rule as the editor shows it; without one, an empty form with one condition. */
export function toValues(rule: Rule | undefined, zone: string) {
  return {
    name: toText(rule?.name),
    is_enabled: rule?.is_enabled ?? true,
    starts_at: toLocal(rule?.starts_at, zone),
    ends_at: toLocal(rule?.ends_at, zone),
    conditions: rule ? rule.conditions.map((one) => conditionValues(one, zone)) : [blankCondition(zone)],
    version: rule?.version,
  };
}

function conditionValues(one: Condition, zone: string): ConditionValues {
  const blank = blankCondition(zone);
  const base = { ...blank, type: one.type, op: one.op, include_unknown: one.include_unknown };
  if (one.type === 'time')
    return { ...base, zone: one.zone, weekdays: one.weekdays.join(', '), from: toText(one.from), to: toText(one.to) };
  if (one.type === 'date') return { ...base, from: toLocal(one.from, zone), to: toLocal(one.to, zone) };
  const values = one.type === 'query' ? one.values.join('\n') : one.values.join(', ');
  if (one.type === 'query') return { ...base, values, key: one.key, match: one.match };
  if (one.type === 'os')
    return { ...base, values, min_version: toText(one.min_version), max_version: toText(one.max_version) };
  return { ...base, values };
}

/** The form as the contract wants it. */
export const toWire = (values: RuleValues, zone: string) => ({
  ...values,
  starts_at: fromLocal(values.starts_at, zone),
  ends_at: fromLocal(values.ends_at, zone),
  conditions: values.conditions.map((one) => conditionWire(one, zone)),
});

const split = (text: string, by = /[,\n]/): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

function conditionWire(one: ConditionValues, zone: string): Record<string, unknown> {
  const { type, op, include_unknown } = one;
  const base = { type, op, include_unknown };
  if (type === 'time')
    return { ...base, zone: one.zone.trim(), weekdays: split(one.weekdays).map(Number), from: one.from, to: one.to };
  if (type === 'date') return { ...base, from: fromLocal(one.from, zone), to: fromLocal(one.to, zone) };
  if (type === 'query') {
    const hasValues = one.match !== 'any' && one.match !== 'none';
    // a comma may stand in a pattern
    return { ...base, key: one.key, match: one.match, values: hasValues ? split(one.values, /\n/) : [] };
  }
  if (type === 'source') return { ...base, values: split(one.values).map(Number) };
  const values = type === 'device' || type === 'visitor' ? split(one.values.toLowerCase()) : split(one.values);
  return type === 'os'
    ? { ...base, values, min_version: one.min_version, max_version: one.max_version }
    : { ...base, values };
}
