import { sql } from 'kysely';
import type { Db } from '../../src/platform/server/postgres/postgres.ts';

/** What stands in a table, and which columns of it are no state: versions, times of saves, what the program works out, what readers were told. */
const RECORDS: Readonly<Record<string, { where?: string; without?: readonly string[] }>> = {
  settings: {},
  networks: { where: 'deleted_at is null' },
  sources: { where: 'deleted_at is null' },
  offers: { where: 'deleted_at is null', without: ['link_due_at', 'link_checked_at', 'link_status', 'link_note'] },
  offer_categories: {},
  people: { where: 'deleted_at is null' },
  guide_categories: {},
  guides: { where: 'deleted_at is null', without: ['changes', 'shown', 'is_order_old', 'words'] },
  guide_items: {
    where: 'deleted_at is null and exists (select from guides g where g.id = guide_id and g.deleted_at is null)',
  },
  guide_item_words: {},
  reviews: { where: 'deleted_at is null', without: ['changes', 'shown_digest', 'words'] },
  links: { where: 'deleted_at is null', without: ['auto_run_at'] },
  link_rules: { where: 'exists (select from links l where l.id = link_id and l.deleted_at is null)' },
  destinations: { where: 'exists (select from links l where l.id = link_id and l.deleted_at is null)' },
  stats_views: {},
  report_columns: {},
  placement_rules: { without: ['ran_at', 'found'] },
  placement_lists: {},
  budgets: {},
  cost_feeds: {
    where: 'deleted_at is null',
    without: ['due_at', 'failures', 'last_good_at', 'etag', 'modified', 'digest'],
  },
  images: {},
  exchange_rates: {},
  users: { without: ['last_seen_at', 'last_login_at'] },
  api_keys: {},
  contact_messages: {},
  alerts: {},
};

const OF_EVERY_TABLE = [
  'version',
  'created_at',
  'updated_at',
  'revised_at',
  'first_published_at',
  'replaced_at',
  'last_postback_at',
  'find_text',
];

const MONEY = {
  conversions: `select jsonb_agg(to_jsonb(c) - array['version', 'updated_at'] order by id) from conversions c where voided_at is null`,
  costs: `select jsonb_agg(s order by s::text) from (select to_jsonb(e) - array['id', 'created_at', 'actor_name', 'undone_at', 'undone_by'] as s
    from cost_entries e where undone_at is null) all_of_it`,
  sums: `select jsonb_object_agg(what, micros order by what) from (
      select concat_ws(' ', payload ->> 'type', payload ->> 'conversion_id', payload ->> 'source_id', payload ->> 'link_id', payload ->> 'status',
          payload ->> 'cost_state', payload ->> 'ts') as what,
        sum(coalesce((payload ->> 'delta_micros')::numeric, (payload ->> 'cost_micros')::numeric, 0))::text as micros
      from event_outbox group by 1) all_of_it where micros <> '0'`,
};

/** The state of a site, part by part: everything that its owner can see or set, without history, audit, reader changelog, versions and times. */
export async function stateOf(db: Db): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  const ask = async (name: string, question: string) => {
    const { rows } = await sql<{ part: unknown }>`select (${sql.raw(question)})::text as part`.execute(db);
    state[name] = String(rows[0]!.part);
  };
  for (const [table, { where = 'true', without = [] }] of Object.entries(RECORDS)) {
    const dropped = [...OF_EVERY_TABLE, ...without].map((name) => `'${name}'`).join(', ');
    await ask(
      table,
      `select jsonb_agg(r order by r::text) from (select to_jsonb(t) - array[${dropped}] as r from ${table} t where ${where}) all_of_it`,
    );
  }
  for (const [name, question] of Object.entries(MONEY)) await ask(name, question);
  return state;
}
