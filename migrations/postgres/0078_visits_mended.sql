-- How the address of a visit was mangled when it was understood all the same: words, with commas between them.
alter table visits add column mended text;
create index visits_mended_idx on visits (link_id, ts) where mended is not null;
