import { expect, test } from 'vitest';
import { DatabaseTrouble, describeDatabaseTrouble } from './database-words.ts';

const URL_OF = 'postgres://ann:secret@db.internal:5433/guides';
const coded = (code: string) => Object.assign(new Error(`raw ${code}`), { code });

test.each([
  [
    coded('ECONNREFUSED'),
    'Nobody listens at db.internal:5433/guides: start PostgreSQL there, or correct DATABASE_URL.',
  ],
  [
    new AggregateError([coded('ECONNREFUSED')], ''),
    'Nobody listens at db.internal:5433/guides: start PostgreSQL there, or correct DATABASE_URL.',
  ],
  [
    coded('ENOTFOUND'),
    'The host of db.internal:5433/guides is not known: correct DATABASE_URL, or see to the name server.',
  ],
  [coded('28P01'), 'PostgreSQL at db.internal:5433/guides refused the password: correct DATABASE_URL.'],
  [coded('3D000'), 'PostgreSQL at db.internal:5433/guides has no such database: make it, or correct DATABASE_URL.'],
  [
    new Error('timeout expired'),
    'db.internal:5433/guides does not answer: see whether a firewall lies between, or correct DATABASE_URL.',
  ],
  [new DatabaseTrouble('Start the older release.'), 'Start the older release.'],
  [
    new Error('wrapped', { cause: coded('ECONNREFUSED') }),
    'Nobody listens at db.internal:5433/guides: start PostgreSQL there, or correct DATABASE_URL.',
  ],
])('%o is one sentence with the next step, and tells no password', (error, words) => {
  expect(describeDatabaseTrouble(error, URL_OF)).toBe(words);
});
