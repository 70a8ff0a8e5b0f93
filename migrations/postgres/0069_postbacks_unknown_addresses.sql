-- Of a message to an address that is none of ours: how its key begins, and how long it is. The key itself is nearly a secret.
alter table postback_logs add column key_head text, add column key_length int;
create index postback_logs_unknown_idx on postback_logs (id desc) where reason_code = 'bad_key';
