import { sql, type RawBuilder } from 'kysely';
import { randomText } from '../../ids.ts';
import { fold, foldWithPlaces } from '../../text/fold.ts';
import { correctSpelling } from '../../text/spelling.ts';
import type { Db } from '../postgres/postgres.ts';

/** A part of a text; `hit` where it is what was looked for. */
export type Piece = { text: string; hit: boolean };

/** What a search found. The rank compares hits of different sources: 2 to 3 as typed, 1 to 2 spelt otherwise, below 1 not every word. */
export type Hit = { id: number; title: Piece[]; snippet: Piece[]; rank: number };

/** Where to search. All are expressions over the columns of `from`. */
export type SearchSource = {
  /** A table with an `id`, with its alias and joins. */
  from: RawBuilder<unknown>;
  id: RawBuilder<number>;
  /** What whoever asks may see. */
  where: RawBuilder<boolean>;
  title: RawBuilder<string>;
  /** What snippets are taken from; may be null or HTML. */
  text: RawBuilder<string | null>;
  /** A tsvector: a column where texts are long, because every hit is ranked by it, written as the index has it. */
  words: RawBuilder<unknown>;
};

const CONFIG = sql.lit('pg_catalog.english');
/** The most titles that spelling is learned from. */
const MAX_TITLES = 500;
/** How many characters of a text a snippet is looked for in. */
const MAX_TEXT = 50_000;
/** How much of a word's letters a title must have, in groups of three, to be worth a look. */
const NEAR = 0.25;
/** How much is shown of a text in which the place of the words cannot be told. */
const UNMARKED = 200;
/** The most words of a query that are looked at for their spelling. */
const MAX_WORDS = 8;

// Random for each process, so that no stored text can hold them. ASCII letters: no parser cuts them up.
const [START, STOP] = [randomText(20), randomText(20)];

/**
 * What holds every word, the best first, whatever form the words have ("bottles" finds "bottle"); quotes and a minus work. Without any
 * such hit the spelling is corrected by the titles, and in the end some of the words are enough.
 */
export async function searchText(db: Db, source: SearchSource, asked: string, limit: number): Promise<Hit[]> {
  const query = asked.toWellFormed().replaceAll('\0', ' ').normalize('NFC');
  const exact = await find(db, source, allOf(query), { level: 2, limit });
  if (exact.length > 0) return exact;
  const corrected = correctSpelling(query, await nearTitles(db, source, query));
  if (corrected !== query) {
    const meant = await find(db, source, allOf(corrected), { level: 1, limit });
    if (meant.length > 0) return meant;
  }
  return find(db, source, anyOf(corrected), { level: 0, limit });
}

/** A query as the words of the index are folded. A long dash stands between words; a short one takes a word away. */
export const wordsTyped = (query: string): string => fold(query.replace(/[\0\u2010-\u2015]/g, ' '));

const allOf = (query: string) => sql`websearch_to_tsquery(${CONFIG}, ${wordsTyped(query)})`;

/** Any of the words, unless signs said precisely what is wanted. */
const anyOf = (query: string) =>
  /["-]/.test(query)
    ? allOf(query)
    : sql`replace(plainto_tsquery(${CONFIG}, ${wordsTyped(query)})::text, ' & ', ' | ')::tsquery`;

async function find(
  db: Db,
  source: SearchSource,
  asked: RawBuilder<unknown>,
  { level, limit }: { level: number; limit: number },
): Promise<Hit[]> {
  // a paragraph ends a word, a bold letter does not
  // and a power is no longer number: 10<sup>3</sup> is not 103
  const powers = sql`replace(left(${source.text}, ${MAX_TEXT}), '<sup>', '^')`;
  const apart = sql`regexp_replace(${powers}, '</?(p|br|ul|ol|li|h2|h3|table|tr|td|th)\\M[^>]*>', ' ', 'g')`;
  const plain = sql`regexp_replace(${apart}, '<[^>]*>', '', 'g')`;
  const { rows } = await sql<Row>`
    with found as materialized (
      select ${source.id} as id, ts_rank_cd(${source.words}, ${asked}, 32) as rank
      from ${source.from} where ${source.where} and ${source.words} @@ ${asked}
      order by rank desc, id desc limit ${limit}
    )
    select found.id, found.rank, ${source.title} as title, coalesce(${plain}, '') as plain
    from ${source.from} join found on found.id = ${source.id}
    order by found.rank desc, found.id desc`.execute(db);
  if (rows.length === 0) return [];
  const marked = await markedOf(db, rows, asked);
  return rows.map((row, i) => ({
    id: row.id,
    title: cutOut(row.title, marked[i]!.title).pieces,
    snippet: snippetOf(row.plain, marked[i]!.snippet),
    rank: level + row.rank,
  }));
}

type Row = { id: number; rank: number; title: string; plain: string };

/** Where the database sees the words, in folded texts: only they hold the words as the index has them. */
async function markedOf(
  db: Db,
  rows: Row[],
  asked: RawBuilder<unknown>,
): Promise<{ title: string; snippet: string }[]> {
  const marks = `StartSel=${START},StopSel=${STOP}`;
  const { rows: marked } = await sql<{ title: string; snippet: string }>`
    select ts_headline(${CONFIG}, said.title, ${asked}, ${`HighlightAll=true,${marks}`}) as title,
      ts_headline(${CONFIG}, said.plain, ${asked}, ${`MaxWords=32,MinWords=16,${marks}`}) as snippet
    from unnest(${rows.map((row) => fold(row.title))}::text[], ${rows.map((row) => fold(row.plain))}::text[])
      with ordinality as said (title, plain, place) order by said.place`.execute(db);
  return marked;
}

/** Titles that hold something like a word of the query, the likest first. */
async function nearTitles(db: Db, source: SearchSource, query: string): Promise<string[]> {
  const words = (query.match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const likeness = sql`greatest(${sql.join(words.map((word) => sql`word_similarity(${fold(word)}, folded(${source.title}))`))})`;
  const { rows } = await sql<{ title: string }>`
    select title from (
      select ${source.title} as title, ${likeness} as likeness, ${source.id} as id from ${source.from} where ${source.where}
    ) named where likeness >= ${NEAR} order by likeness desc, id limit ${MAX_TITLES}`.execute(db);
  return rows.map((row) => row.title);
}

/** A part of an HTML text without tags, with three dots where it goes on. */
function snippetOf(text: string, marked: string): Piece[] {
  const { pieces, from, to } = cutOut(text, marked);
  const shown = pieces.map(({ text: part, hit }) => ({ text: part.replace(ENTITY, decode), hit }));
  const dots: Piece = { text: '…', hit: false };
  const isBegin = text.slice(0, from).trim() === '';
  const isEnd = text.slice(to).trim() === '';
  return [...(isBegin ? [] : [dots]), ...shown, ...(isEnd ? [] : [dots])];
}

/** The part of a text that a marked piece of its folded form stands for; its beginning, unmarked, where none can be told. */
function cutOut(text: string, marked: string): { pieces: Piece[]; from: number; to: number } {
  const parts = marked.split(START).flatMap((part, i): Piece[] => {
    if (i === 0) return [{ text: part, hit: false }];
    const [inside = '', after = ''] = part.split(STOP);
    return [
      { text: inside, hit: true },
      { text: after, hit: false },
    ];
  });
  const found = foldWithPlaces(text);
  let at = found?.folded.indexOf(parts.map((part) => part.text).join('')) ?? -1;
  if (!found || at < 0) {
    const to = text.length > UNMARKED ? text.lastIndexOf(' ', UNMARKED) : text.length;
    return { pieces: tidied([{ text: text.slice(0, to), hit: false }]), from: 0, to };
  }
  const from = at;
  const pieces = parts.map(({ text: part, hit }) => {
    const piece = { text: text.slice(found.places[at], found.places[at + part.length]), hit };
    at += part.length;
    return piece;
  });
  return { pieces: tidied(pieces), from: found.places[from]!, to: found.places[at]! };
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
