import { sql, type RawBuilder } from 'kysely';
import { randomText } from '../../ids.ts';
import { fold, foldWithPlaces } from '../../text/fold.ts';
import { correctSpelling, isSlipOf, wordsOf } from '../../text/spelling.ts';
import type { Db } from '../postgres/postgres.ts';

/** A part of a text; `hit` where it is what was looked for. */
export type Piece = { text: string; hit: boolean };

/** What a search found. The rank compares hits of different sources: 2 to 3 as typed, 1 to 2 spelt otherwise, below 1 not every word. */
export type Hit = { id: number; title: Piece[]; snippet: Piece[]; rank: number };

/** Where to search. */
export type SearchSource = {
  /** What is looked through: one table with its alias; the others are expressions over its columns. */
  index: {
    from: RawBuilder<unknown>;
    id: RawBuilder<number>;
    /** What whoever asks may see. */
    where: RawBuilder<boolean>;
    /** A tsvector, the words of the title at weight A: a column, with indexes of `searched(it)` and `searched(ts_filter(it, '{a}'))`. */
    words: RawBuilder<unknown>;
  };
  /** What of a hit is shown: a table or view with its alias, and expressions over its columns. */
  shown: {
    from: RawBuilder<unknown>;
    id: RawBuilder<number>;
    title: RawBuilder<string>;
    /** What snippets are taken from; may be null or HTML. */
    text: RawBuilder<string | null>;
  };
};

const CONFIG = sql.lit('pg_catalog.english');
/** The most hits that are ranked: so many of the newest with the words in their title, and so many of the newest with them anywhere. */
const MAX_RANKED = 300;
/** The most words of titles that one word is compared with. */
const MAX_NEAR = 500;
/** How many characters of a text a snippet is looked for in. */
const MAX_TEXT = 50_000;
/** How much of a word's letters another must have, in groups of three, to be worth a look. */
const NEAR = 0.25;
/** How much is shown of a text in which the place of the words cannot be told. */
const UNMARKED = 200;
/** The most words of a query that are looked at for their spelling. */
const MAX_WORDS = 8;

// Random for each process, so that no stored text can hold them. ASCII letters: no parser cuts them up.
const [START, STOP] = [randomText(20), randomText(20)];

/** Whether words are taken as they were typed, or for what they may have meant. */
export type Taken = 'typed' | 'meant';

/** What one search of several sources has asked the database already: whatever it comes back to is not asked again. */
export type Asked = {
  found: Map<SearchSource, Map<string, Promise<Hit[]>>>;
  near: Map<string, Promise<string[]>>;
};

export const nothingAsked = (): Asked => ({ found: new Map(), near: new Map() });

/** @property taken only the first step, or only what comes after it. @property asked what the search that this is a part of has asked */
export type Looking = { taken?: Taken | undefined; asked?: Asked | undefined };

/**
 * What holds every word, the best first, whatever form the words have ("bottles" finds "bottle"); quotes and a minus work. Without any
 * such hit the spelling is corrected by the titles, and in the end some of the words are enough.
 */
export async function searchText(
  db: Db,
  source: SearchSource,
  typed: string,
  { limit, taken, asked = nothingAsked() }: Looking & { limit: number },
): Promise<Hit[]> {
  const query = typed.toWellFormed().replaceAll('\0', ' ').normalize('NFC');
  const finds = once(asked.found, source, () => new Map<string, Promise<Hit[]>>());
  const findBy = async (wanted: keyof typeof WANTED, words: string, level: number): Promise<Hit[]> => {
    const hits = await once(finds, `${limit} ${wanted} ${words}`, () => find(db, source, WANTED[wanted](words), limit));
    return hits.map((hit) => ({ ...hit, rank: level + hit.rank }));
  };
  const exact = taken === 'meant' ? [] : await findBy('all', query, 2);
  if (exact.length > 0 || taken === 'typed') return exact;
  const near = await once(asked.near, query, () => nearWords(db, query));
  const corrected = correctSpelling(query, await whereTitlesSay(db, source, near));
  if (corrected !== query) {
    const meant = await findBy('all', corrected, 1);
    if (meant.length > 0) return meant;
  }
  return findBy(isOneWord(corrected) ? 'all' : 'any', corrected, 0);
}

/** What stands there for a key; what it is made of when nothing does. */
function once<Key, Value>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

/** A query as the words of the index are folded. A long dash stands between words; a short one takes a word away. */
export const wordsTyped = (query: string): string => fold(query.replace(/[\0\u2010-\u2015]/g, ' '));

const allOf = (query: string) => sql`websearch_to_tsquery(${CONFIG}, ${wordsTyped(query)})`;

/** Nothing but letters: any of its words is all of them. */
const isOneWord = (query: string): boolean => /^\s*[a-z]+\s*$/.test(wordsTyped(query));

/** Any of the words, unless signs said precisely what is wanted. */
const anyOf = (query: string) =>
  /["-]/.test(query)
    ? allOf(query)
    : sql`replace(plainto_tsquery(${CONFIG}, ${wordsTyped(query)})::text, ' & ', ' | ')::tsquery`;

const WANTED = { all: allOf, any: anyOf };

/** The best of what holds the words, with ranks from 0 to 1. */
async function find(db: Db, { index, shown }: SearchSource, asked: RawBuilder<unknown>, limit: number): Promise<Hit[]> {
  // a paragraph ends a word, a bold letter does not
  // and a power is no longer number: 10<sup>3</sup> is not 103
  const powers = sql`replace(left(${shown.text}, ${MAX_TEXT}), '<sup>', '^')`;
  const apart = sql`regexp_replace(${powers}, '</?(p|br|ul|ol|li|h2|h3|table|tr|td|th)\\M[^>]*>', ' ', 'g')`;
  const plain = sql`regexp_replace(${apart}, '<[^>]*>', '', 'g')`;
  const { rows } = await sql<Row>`
    with titled as materialized (select ${index.id} as id from ${index.from} where ${index.where} and ${inTitle(index)} @@ ${asked}),
    worded as materialized (select ${index.id} as id from ${index.from} where ${index.where} and searched(${index.words}) @@ ${asked}),
    best as (
      (select id from titled order by id desc limit ${MAX_RANKED}) union (select id from worded order by id desc limit ${MAX_RANKED})
    ), found as materialized (
      select ${index.id} as id, ts_rank_cd(${index.words}, ${asked}, 32) as rank
      from ${index.from} where ${index.id} = any(array(select id from best))
      order by rank desc, id desc limit ${limit}
    )
    select found.id, found.rank, ${shown.title} as title, coalesce(${plain}, '') as plain
    from found join ${shown.from} on found.id = ${shown.id}
    order by found.rank desc, found.id desc`.execute(db);
  if (rows.length === 0) return [];
  const said = rows.map(({ title, plain }) => ({ title: foldedOf(title), plain: foldedOf(plain) }));
  const marked = await markedOf(db, said, asked);
  return rows.map(({ id, rank }, i) => ({
    id,
    title: cutOut(said[i]!.title, marked[i]!.title).pieces,
    snippet: snippetOf(said[i]!.plain, marked[i]!.snippet),
    rank,
  }));
}

type Row = { id: number; rank: number; title: string; plain: string };

/** A text with its folded form. @property places of each sign of it in the text; undefined where they cannot be told */
type Said = { text: string; folded: string; places: number[] | undefined };

const foldedOf = (text: string): Said => {
  const { folded, places } = foldWithPlaces(text) ?? { folded: fold(text), places: undefined };
  return { text, folded, places };
};

/** Where the database sees the words, in folded texts: only they hold the words as the index has them. */
async function markedOf(
  db: Db,
  said: { title: Said; plain: Said }[],
  asked: RawBuilder<unknown>,
): Promise<{ title: string; snippet: string }[]> {
  const marks = `StartSel=${START},StopSel=${STOP}`;
  const { rows: marked } = await sql<{ title: string; snippet: string }>`
    select ts_headline(${CONFIG}, said.title, ${asked}, ${`HighlightAll=true,${marks}`}) as title,
      ts_headline(${CONFIG}, said.plain, ${asked}, ${`MaxWords=32,MinWords=16,${marks}`}) as snippet
    from unnest(${said.map(({ title }) => title.folded)}::text[], ${said.map(({ plain }) => plain.folded)}::text[])
      with ordinality as said (title, plain, place) order by said.place`.execute(db);
  return marked;
}

/** The words of titles alone. */
const inTitle = ({ words }: SearchSource['index']) => sql`searched(ts_filter(${words}, '{a}'))`;

/** Words that some title ever had, which are words of the query or one or two slips from it; the likest first. */
async function nearWords(db: Db, query: string): Promise<string[]> {
  const typed = wordsOf(query).slice(0, MAX_WORDS);
  if (typed.length === 0) return [];
  const { rows } = await sql<{ typed: string; word: string; likeness: number }>`
    select asked.typed, near.word, near.likeness
      from unnest(${typed}::text[]) as asked (typed)
      cross join lateral (
        select word, word_similarity(asked.typed, word) as likeness from title_words
         where parts && show_trgm(asked.typed) and abs(length(word) - length(asked.typed)) <= 2
           and word_similarity(asked.typed, word) >= ${NEAR}
         group by word order by likeness desc, word limit ${MAX_NEAR}
      ) as near`.execute(db);
  const possible = rows.filter((row) => isSlipOf(row.typed, row.word)).toSorted((a, b) => b.likeness - a.likeness);
  return [...new Set(possible.map(({ word }) => word))];
}

/** Those of some words that stand in a title that readers may see, in the order given; what no search looks for counts as one. */
async function whereTitlesSay(db: Db, { index }: SearchSource, words: string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select said.word from unnest(${words}::text[]) with ordinality as said (word, place)
     where numnode(plainto_tsquery(${CONFIG}, said.word)) = 0 or exists (
       select from ${index.from} where ${index.where} and ${inTitle(index)} @@ plainto_tsquery(${CONFIG}, said.word))
     order by said.place`.execute(db);
  return rows.map(({ word }) => word);
}

/** A part of an HTML text without tags, with three dots where it goes on. */
function snippetOf(said: Said, marked: string): Piece[] {
  const { text } = said;
  const { pieces, from, to } = cutOut(said, marked);
  const shown = pieces.map(({ text: part, hit }) => ({ text: part.replace(ENTITY, decode), hit }));
  const dots: Piece = { text: '…', hit: false };
  const isBegin = text.slice(0, from).trim() === '';
  const isEnd = text.slice(to).trim() === '';
  return [...(isBegin ? [] : [dots]), ...shown, ...(isEnd ? [] : [dots])];
}

/** The part of a text that a marked piece of its folded form stands for; its beginning, unmarked, where none can be told. */
function cutOut({ text, folded, places }: Said, marked: string): { pieces: Piece[]; from: number; to: number } {
  const parts = marked.split(START).flatMap((part, i): Piece[] => {
    if (i === 0) return [{ text: part, hit: false }];
    const [inside = '', after = ''] = part.split(STOP);
    return [
      { text: inside, hit: true },
      { text: after, hit: false },
    ];
  });
  let at = places ? folded.indexOf(parts.map((part) => part.text).join('')) : -1;
  if (!places || at < 0) {
    const to = text.length > UNMARKED ? text.lastIndexOf(' ', UNMARKED) : text.length;
    return { pieces: tidied([{ text: text.slice(0, to), hit: false }]), from: 0, to };
  }
  const from = at;
  const pieces = parts.map(({ text: part, hit }) => {
    const piece = { text: text.slice(places[at], places[at + part.length]), hit };
    at += part.length;
    return piece;
  });
  return { pieces: tidied(pieces), from: places[from]!, to: places[at]! };
}

/** Single spaces, none at the ends. */
function tidied(pieces: Piece[]): Piece[] {
  const single = pieces.map(({ text, hit }) => ({ text: text.replace(/\s+/g, ' '), hit }));
  const first = single[0];
  const last = single.at(-1);
  if (first) first.text = first.text.trimStart();
  if (last) last.text = last.text.trimEnd();
  return single.filter(({ text }) => text !== '');
}

const ENTITY = /&(?:amp|lt|gt|quot|nbsp|#39);/g;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
const decode = (entity: string): string => SIGNS[entity.slice(1, -1)]!;
