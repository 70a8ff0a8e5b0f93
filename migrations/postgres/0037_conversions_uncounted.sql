-- Messages that count nothing: the timeline searches them for a transaction id.
create index postback_logs_uncounted_idx on postback_logs (id desc) where direction = 'in' and conversion_id is null;
