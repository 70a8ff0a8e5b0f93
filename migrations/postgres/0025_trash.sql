-- What lies in the trash, for the list and for the job that empties it.
create view trash (kind, id, name, deleted_at) as
  select 'guide', id, title, deleted_at from guides where deleted_at is not null
  union all select 'review', id, title, deleted_at from reviews where deleted_at is not null
  union all select 'offer', id, name, deleted_at from offers where deleted_at is not null
  union all select 'network', id, name, deleted_at from networks where deleted_at is not null
  union all select 'source', id, name, deleted_at from sources where deleted_at is not null
  union all select 'link', id, name, deleted_at from links where deleted_at is not null
  union all select 'person', id, name, deleted_at from people where deleted_at is not null;

-- What the past names without a foreign key. A guide or review that was public answers 410 for good.
create view remembered (kind, id) as
  select 'guide', id from guides where first_published_at is not null
  union all select 'review', id from reviews where first_published_at is not null
  union all select 'link', link_id from visits
  union all select 'source', source_id from visits
  union all select 'link', link_id from clicks
  union all select 'source', source_id from clicks
  union all select 'offer', offer_id from clicks
  union all select 'network', network_id from clicks
  union all select 'link', link_id from conversions
  union all select 'source', source_id from conversions
  union all select 'offer', offer_id from conversions
  union all select 'source', source_id from postback_logs
  union all select 'network', network_id from postback_logs;
