-- A text as it is looked for and told from others: without case, accents, points, and letters that other keyboards lack. The same steps
-- stand in src/platform/fold.ts. Bodies of the standard, so that what they call is found whatever search path a maintenance run has.
create function folded_marks(said text) returns text
  language sql immutable parallel safe
  return lower(
    regexp_replace(
      normalize(
        regexp_replace(regexp_replace(regexp_replace(regexp_replace(
          said,
          '[\u2018-\u201b\u2032\u00b4`\u02bc]', '''', 'g'),
          '[\u201c-\u201f\u2033\u00ab\u00bb]', '"', 'g'),
          '[\u2010-\u2015\u2212]', '-', 'g'),
          '[\t\n\r\u2122]', ' ', 'g'),
        NFKD
      ),
      '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e01ef]',
      '', 'g'
    ) collate "und-x-icu"
  ) collate "default";

-- Three ways for three prices: plain letters, accents only, and letters that are exchanged one by one.
create function folded(said text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(said) = length(said) then translate(lower(said collate "C") collate "default", E'`\t\n\r', E'\'   ')
    when said !~ '[ßẞæÆǢǣǼǽǾǿϲϹœŒþÞıøØđĐðÐłŁħĦŧŦƀɃɓƁɗƊɖƉǝƎəƏɛƐɔƆƒƑɠƓƙƘɲƝŋŊƴƳȷƶƵƚȽɨƗʉɄĸςΣґҐ\u05d0-\u05ea\u0621-\u06f9\u1d00-\u1dbf\u2000-\u200a\u2080-\u209f\u2100-\u214f\u3000-\u33ff\ua700-\uabff\ufb00-\ufdff\ufe70-\ufeff\U00010000-\U0001f1ff]'
      then normalize(folded_marks(said), NFC)
    else normalize(
      translate(
        replace(replace(replace(replace(folded_marks(said), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        'ıøđðłħŧƀɓɗɖǝəɛɔƒɠƙɲŋƴȷƶƚɨʉĸςґىیکةٱךםןףץ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
        'ioddlhtbbddeeeofgknnyjzliukσгييكهاכמנפצ01234567890123456789'
      ),
      NFC
    )
  end;

-- What the find box of each list looks through, kept beside the row so that a search folds nothing. U+001F stands between the texts.
alter table networks add column find_text text
  generated always as (folded(name || E'\x1f' || coalesce(account_id, '') || E'\x1f' || coalesce(manager_name, ''))) stored;
alter table offers add column find_text text
  generated always as (folded(name || E'\x1f' || coalesce(brand, '') || E'\x1f' || url)) stored;
alter table sources add column find_text text
  generated always as (folded(name || E'\x1f' || coalesce(click_id_param, '') || E'\x1f' || coalesce(notes, ''))) stored;
alter table links add column find_text text generated always as (folded(name || E'\x1f' || slug)) stored;
alter table people add column find_text text
  generated always as (folded(name || E'\x1f' || coalesce(credentials, '') || E'\x1f' || coalesce(job_title, ''))) stored;
alter table reviews add column find_text text
  generated always as (folded(title || E'\x1f' || slug || E'\x1f' || coalesce(author_name, ''))) stored;
alter table images add column find_text text generated always as (folded(alt)) stored;
alter table contact_messages add column find_text text
  generated always as (folded(name || E'\x1f' || email || E'\x1f' || message)) stored;
alter table alerts add column find_text text
  generated always as (folded(coalesce(subject_name, '') || E'\x1f' || message)) stored;
alter table audit add column find_text text generated always as (folded(coalesce(entity_name, ''))) stored;

-- The words of a text, folded before they are stemmed.
create or replace function guide_words(title text, excerpt text, description text, methodology text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', folded(coalesce(title, ''))), 'A')
    || setweight(to_tsvector('pg_catalog.english', folded(coalesce(excerpt, ''))), 'B')
    || setweight(to_tsvector('pg_catalog.english', folded(coalesce(description, '') || ' ' || coalesce(methodology, ''))), 'C');
alter table guides
  drop column words,
  add column words tsvector generated always as (guide_words(title, excerpt, description, methodology)) stored,
  add column find_text text generated always as (folded(title || E'\x1f' || coalesce(author_name, ''))) stored;
create index guides_words_idx on guides using gin (words);

create or replace function review_words(title text, verdict text, sections jsonb) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', folded(coalesce(title, ''))), 'A')
    || setweight(to_tsvector('pg_catalog.english', folded(coalesce(verdict, ''))), 'B')
    || setweight(
      to_tsvector(
        'pg_catalog.english',
        folded(coalesce((select string_agg(part #>> '{}', ' ') from jsonb_path_query(sections, '$[*].*') part), ''))
      ),
      'C'
    );
alter table reviews
  drop column words,
  add column words tsvector generated always as (review_words(title, verdict, sections)) stored;
create index reviews_words_idx on reviews using gin (words);

create or replace function product_words(name text, brand text, best_for text, summary text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', folded(coalesce(name, '') || ' ' || coalesce(brand, ''))), 'A')
    || setweight(to_tsvector('pg_catalog.english', folded(coalesce(best_for, '') || ' ' || coalesce(summary, ''))), 'B');

drop index guides_title_trgm_idx;
drop index reviews_title_trgm_idx;
create index guides_find_idx on guides using gin (find_text gin_trgm_ops);
create index reviews_find_idx on reviews using gin (find_text gin_trgm_ops);
create index offers_find_idx on offers using gin (find_text gin_trgm_ops);
create index links_find_idx on links using gin (find_text gin_trgm_ops);
create index images_find_idx on images using gin (find_text gin_trgm_ops);
create index audit_find_idx on audit using gin (find_text gin_trgm_ops);

-- A name is looked up as it is folded. Not unique: names of before that fold alike stay; new ones are judged when they are given.
create index networks_folded_idx on networks (folded(name)) where deleted_at is null;
create index offers_folded_idx on offers (folded(name)) where deleted_at is null;
create index sources_folded_idx on sources (folded(name)) where deleted_at is null;
create index people_folded_idx on people (folded(name)) where deleted_at is null;
