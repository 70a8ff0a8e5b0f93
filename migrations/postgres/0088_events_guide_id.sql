-- One name for a column: `guide_id`. Programs of the release before still write and read `listicle_id`, so it stays for one release: this
-- one writes both and reads whichever is there. Nothing is copied, because that would write millions of rows anew.
alter table visits add column guide_id int;
alter table clicks add column guide_id int;
