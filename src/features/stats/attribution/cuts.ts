import { isParam, type FixedDimension, type ParamDimension } from '../../reports/dimensions-contract.ts';

/** What an arrival is told apart by; parameters of sources beside them. */
export const ATTRIBUTED = [
  'source',
  'link',
  'destination',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly FixedDimension[];
export type Attributed = (typeof ATTRIBUTED)[number] | ParamDimension;

export const isAttributed = (name: string): name is Attributed =>
  (ATTRIBUTED as readonly string[]).includes(name) || isParam(name);
