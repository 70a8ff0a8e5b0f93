-- The guide or review that a visit was led to, so that a bill falls on the same pages as the costs that it replaces.
alter table visits add column listicle_id int;
alter table visits add column review_id int;
