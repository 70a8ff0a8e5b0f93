-- Where events went when they were moved out of a store: that one is not written to any more, whoever opens it.
alter table event_store_mark add column moved_from text;
alter table event_store_mark add column moved_to text;
alter table event_store_mark add column moved_at timestamptz;
