-- Up to where a journal was stored here when the event store was last filled up from here: the store may hold that already.
alter table shipper_cursors add column filled_to text;
