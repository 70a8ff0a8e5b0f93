-- Made once at each write: a search ranks every hit by its words, and making them from the texts takes half a millisecond for each.
drop index reviews_words_idx;
alter table reviews add column words tsvector generated always as (review_words(title, verdict, sections)) stored;
create index reviews_words_idx on reviews using gin (words);
