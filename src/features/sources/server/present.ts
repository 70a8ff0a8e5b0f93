import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { contractFields } from '../../../platform/server/records/records.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { countUsers } from '../../../platform/server/records/usages.ts';
import { KEPT_VALUE, Source, type SourceDetail } from '../contract.ts';
import { urlSuffix } from '../rules.ts';
import { openPostback } from './postback.ts';
import type * as store from './store.ts';

export type SourceNumbers = Pick<
  Source,
  | 'visits_30d'
  | 'cost_30d'
  | 'profit_30d'
  | 'roi_30d'
  | 'left_out_30d'
  | 'unconverted_30d'
  | 'unread_costs_30d'
  | 'postbacks_ok_rate_24h'
  | 'last_error'
>;

const NO_NUMBERS: SourceNumbers = {
  visits_30d: 0,
  cost_30d: null,
  profit_30d: null,
  roi_30d: null,
  left_out_30d: 0,
  unread_costs_30d: null,
  postbacks_ok_rate_24h: null,
  last_error: null,
};

/** Rows as the wire has them, with the numbers of later features. */
export async function presentRows(
  db: Db,
  rows: readonly store.SourceRow[],
  numbers: ReadonlyMap<number, SourceNumbers>,
): Promise<Source[]> {
  const links = await countUsers(
    db,
    'source',
    rows.map((row) => row.id),
    { isNamedOnce: true },
  );
  return rows.map((row) => ({
    ...contractFields(Source, row),
    url_suffix: urlSuffix(row),
    links_count: links.get(row.id) ?? 0,
    ...(numbers.get(row.id) ?? NO_NUMBERS),
  }));
}

/** A source with its postback; of its headers the values stay inside. */
export function withPostback(secrets: Secrets, row: store.SourceRow, source: Source): SourceDetail {
  const { url, body, headers } = openPostback(secrets, row);
  return {
    ...source,
    postback_url: url,
    postback_body: body,
    postback_headers: headers.map(({ name }) => ({ name, value: KEPT_VALUE })),
  };
}
