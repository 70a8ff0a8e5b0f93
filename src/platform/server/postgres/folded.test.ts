import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import pairs from '../../../../tests/words/pairs.json' with { type: 'json' };
import { fold } from '../../text/fold.ts';

let at: TestDb;
beforeAll(async () => {
  at = await testDb();
});
afterAll(() => at.close());

async function foldedByPostgres(texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select folded(said) as folded from unnest(${texts}::text[]) with ordinality as t (said, place) order by place`.execute(
    at.db,
  );
  return rows.map((row) => row.folded);
}

const differing = async (texts: string[]): Promise<string[]> =>
  (await foldedByPostgres(texts)).flatMap((folded, i) => (folded === fold(texts[i]!) ? [] : [texts[i]!]));

test('the database folds the words of the corpus as we do, alone, together and taken apart', async () => {
  const words = Object.values(pairs).flat(2);
  const together = Object.values(pairs).map((some) => some.flat().join('\t'));
  expect(await differing([...words, ...together, ...words.map((word) => word.normalize('NFD'))])).toEqual([]);
});

test('the database folds every sign as we do', async () => {
  const texts: string[] = [];
  for (let code = 1; code < 0x20000; code += 1) {
    const sign = String.fromCodePoint(code);
    // Han and Hangul are whole blocks of the same; what is not assigned nobody types
    const isOfBlock =
      (code >= 0x3500 && code < 0x9f00) || (code >= 0xad00 && code < 0xd700) || (code >= 0x17100 && code < 0x1b000);
    if (!isOfBlock && !/\p{Cs}|\p{Cn}/u.test(sign)) texts.push(`a${sign}B`);
  }
  expect(texts.length).toBeGreaterThan(30_000);
  const others = (await differing(texts)).map((text) => String.fromCodePoint(text.codePointAt(1)!));
  // its libraries are older: capitals, and one raised, that were added to Unicode since 2017, of which none is a letter of a living orthography
  expect(others.filter((sign) => !/[\p{Lu}\ua7f1]/u.test(sign))).toEqual([]);
  expect(others.filter((sign) => sign < '\u1c80')).toEqual([]);
});

test('the same of texts of every kind of sign', async () => {
  const signs = Array.from('aZ ßẞİıIœÆøŁđÞθΣς éÄ’“—™\t`٣ىךשָׁلُ👩‍👩‍👧🏽각가ﬁ½');
  let seed = 7;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  const texts = Array.from({ length: 2000 }, () =>
    Array.from({ length: next() % 30 }, () => signs[next() % signs.length]).join(''),
  );
  expect(await differing(texts)).toEqual([]);
});
