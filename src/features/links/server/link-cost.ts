import { invalid } from '../../../platform/errors.ts';
import { formatMicros, parseMicros } from '../../../platform/money.ts';
import type { LinkChange } from '../contract.ts';
import type { LinkRow } from './store-links.ts';

type Cost = Pick<LinkRow, 'cost_model' | 'cost_micros' | 'traffic_source_id'>;

/** What the columns hold after a change; keys left out stay. @throws AppError validation_failed where a price lacks its amount or its source */
export function costAfter(
  old: Cost,
  input: Pick<LinkChange, 'cost_model' | 'cost_value' | 'traffic_source_id'>,
): Pick<Cost, 'cost_model' | 'cost_micros'> {
  const model = input.cost_model ?? old.cost_model;
  const given = input.cost_value === undefined ? old.cost_micros : toMicros(input.cost_value);
  const source = input.traffic_source_id === undefined ? old.traffic_source_id : input.traffic_source_id;
  if (model === 'source') return { cost_model: model, cost_micros: null };
  if (source === null) throw invalid('cost_model', 'needs a traffic source: the cost is in its currency');
  if (model === 'none') return { cost_model: model, cost_micros: null };
  if (given === null) throw invalid('cost_value', 'is needed with this cost model');
  return { cost_model: model, cost_micros: given };
}

const toMicros = (amount: string | null): bigint | null => (amount === null ? null : parseMicros(amount)!);

export const costText = (micros: bigint | null): string | null => (micros === null ? null : formatMicros(micros));
