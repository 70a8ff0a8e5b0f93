import { sql, type RawBuilder } from 'kysely';
import { randomText } from '../ids.ts';
import { correctSpelling } from '../spelling.ts';
import type { Db } from './postgres.ts';

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
/** Characters by which the ends of a text are known again. */
const EDGE = 16;
/** The most words of a query that are looked at for their spelling. */
const MAX_WORDS = 8;

// Random for each process, so that no stored text can hold them. ASCII letters: no parser cuts them up.
const [START, STOP] = [randomText(20), randomText(20)];

/**
 * What holds every word, the best first, whatever form the words have ("bottles" finds "bottle"); quotes and a minus work. Without any
 * such hit the spelling is corrected by the titles, and in the end some of the words are enough.
 */
export async function searchText(db: Db, source: SearchSource, asked: string, limit: number): Promise<Hit[]> {
  // PostgreSQL knows no NUL
  const query = asked.toWellFormed().replaceAll('\0', ' ');
  const exact = await find(db, source, allOf(query), 2, limit);
  if (exact.length > 0) return exact;
  const corrected = correctSpelling(query, await nearTitles(db, source, query));
  if (corrected !== query) {
    const meant = await find(db, source, allOf(corrected), 1, limit);
    if (meant.length > 0) return meant;
  }
  return find(db, source, anyOf(corrected), 0, limit);
}

const allOf = (query: string) => sql`websearch_to_tsquery(${CONFIG}, ${query})`;

/** Any of the words, unless signs said precisely what is wanted. */
const anyOf = (query: string) =>
  /["-]/.test(query) ? allOf(query) : sql`replace(plainto_tsquery(${CONFIG}, ${query})::text, ' & ', ' | ')::tsquery`;

async function find(
  db: Db,
  source: SearchSource,
  asked: RawBuilder<unknown>,
  level: number,
  limit: number,
): Promise<Hit[]> {
  // a paragraph ends a word, a bold letter does not
  const apart = sql`regexp_replace(left(${source.text}, ${MAX_TEXT}), '</?(p|br|ul|ol|li|h2|h3)\\M[^>]*>', ' ', 'g')`;
  const plain = sql`regexp_replace(${apart}, '<[^>]*>', '', 'g')`;
  const marks = `StartSel=${START},StopSel=${STOP}`;
  // marked are only the few that are shown: that takes far longer than to find them
  const { rows } = await sql<{
    id: number;
    rank: number;
    title: string;
    snippet: string | null;
    begin: string | null;
    end: string | null;
  }>`
    with found as materialized (
      select ${source.id} as id, ts_rank_cd(${source.words}, ${asked}, 32) as rank
      from ${source.from} where ${source.where} and ${source.words} @@ ${asked}
      order by rank desc, id desc limit ${limit}
    )
    select found.id, found.rank,
      ts_headline(${CONFIG}, ${source.title}, ${asked}, ${`HighlightAll=true,${marks}`}) as title,
      ts_headline(${CONFIG}, ${plain}, ${asked}, ${`MaxWords=32,MinWords=16,${marks}`}) as snippet,
      left(ltrim(${plain}), ${EDGE}) as begin, right(rtrim(${plain}), ${EDGE}) as end
    from ${source.from} join found on found.id = ${source.id}
    order by found.rank desc, found.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    title: piecesOf(row.title, false),
    snippet: withDots(piecesOf(row.snippet ?? '', true), row),
    rank: level + row.rank,
  }));
}

/** Titles that hold something like a word of the query, the likest first. */
async function nearTitles(db: Db, source: SearchSource, query: string): Promise<string[]> {
  const words = (query.match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const likeness = sql`greatest(${sql.join(words.map((word) => sql`word_similarity(${word}, ${source.title})`))})`;
  const { rows } = await sql<{ title: string }>`
    select title from (
      select ${source.title} as title, ${likeness} as likeness, ${source.id} as id from ${source.from} where ${source.where}
    ) named where likeness >= ${NEAR} order by likeness desc, id limit ${MAX_TITLES}`.execute(db);
  return rows.map((row) => row.title);
}

/** Three dots where a text goes on that is shown in part. */
function withDots(pieces: Piece[], { begin, end }: { begin: string | null; end: string | null }): Piece[] {
  const textOf = (some: Piece[]): string => some.map((piece) => piece.text).join('');
  const text = textOf(pieces);
  if (text === '') return pieces;
  // an entity that the edge cuts is left out of it
  const isBegin = text.startsWith(textOf(piecesOf((begin ?? '').replace(/&[^;\s]*$/, ''), true)));
  const isEnd = text.endsWith(textOf(piecesOf((end ?? '').replace(/^[^&\s]*;/, ''), true)));
  const dots: Piece = { text: '…', hit: false };
  return [...(isBegin ? [] : [dots]), ...pieces, ...(isEnd ? [] : [dots])];
}

/** @param isHtml also turns entities into the signs that they stand for */
function piecesOf(marked: string, isHtml: boolean): Piece[] {
  const textOf = (text: string): string => (isHtml ? text.replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, decode) : text);
  const [head = '', ...rest] = marked.replace(/\s+/g, ' ').trim().split(START);
  const pieces = [{ text: textOf(head), hit: false }];
  for (const part of rest) {
    const [inside = '', after = ''] = part.split(STOP);
    pieces.push({ text: textOf(inside), hit: true }, { text: textOf(after), hit: false });
  }
  return pieces.filter(({ text }) => text !== '');
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
const decode = (entity: string): string => SIGNS[entity.slice(1, -1)]!;
