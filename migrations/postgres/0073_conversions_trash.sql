-- What money a record has brought, or what of it was paid: what has any is archived, not deleted.
create view earned (kind, id, what, at) as
  select 'network', network_id, 'conversion', received_at from conversions where not is_test
  union all select 'network', network_id, 'postback', created_at from postback_logs
    where direction = 'in' and network_id is not null and not is_test
  union all select 'source', source_id, 'conversion', received_at from conversions where source_id is not null and not is_test
  union all select 'source', source_id, 'cost', created_at from cost_entries where undone_at is null
  union all select 'link', link_id, 'conversion', received_at from conversions where link_id is not null and not is_test;

create index postback_logs_trashed_idx on postback_logs (network_id, id) where reason_code = 'network_in_trash';

-- What came for a record while it lies in the trash.
create view waited_for (kind, id, messages) as
  select 'network', network_id, count(*)::int from postback_logs where reason_code = 'network_in_trash' group by network_id;
