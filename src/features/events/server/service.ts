import type { Db } from '../../../platform/server/postgres.ts';
import * as journalWords from '../journal-words.ts';
import * as optOut from '../opt-out.ts';
import * as facts from './facts.ts';
import * as hours from './hours.ts';
import type * as filling from './filling.ts';
import * as journalWatch from './journal-watch.ts';
import * as keeper from './keeper.ts';
import * as keys from './keys.ts';
import * as recorder from './recorder.ts';
import * as retention from './retention.ts';
import * as shipper from './shipper.ts';
import * as store from './store.ts';
import type * as storeHours from './store-hours.ts';
import * as look from './store-look.ts';
import * as unread from './store-unread.ts';
import * as worths from './store-worths.ts';
import * as tokens from './tokens.ts';
import * as uncounted from './uncounted.ts';
import * as visitors from './visitors.ts';

export type Facts = facts.Facts;
export type RequestFacts = facts.RequestFacts;
export type StandingEvents = filling.StandingEvents;
export type Recorder = recorder.Recorder;
export type Shipper = shipper.Shipper;
export type Tokens = tokens.Tokens;
export type Visitors = visitors.Visitors;
export type UncountedDay = uncounted.UncountedDay;
export type ClickRow = store.ClickRow;
export type VisitRow = store.VisitRow;

export const createFacts = facts.createFacts;
export const describeAgent = facts.describeAgent;
export const createRecorder = recorder.createRecorder;
export const describeJournal = journalWords.describeJournal;
export const JOURNAL_HINT = journalWords.JOURNAL_HINT;
export const tellJournalDamage = journalWatch.tellJournalDamage;
export const createStoreKeeper = keeper.createStoreKeeper;
export const createShipper = shipper.createShipper;
export const createTokens = tokens.createTokens;
export const createVisitors = visitors.createVisitors;
export const openUncounted = uncounted.openUncounted;
export const sharedKey = keys.sharedKey;
export const isOptedOut = optOut.isOptedOut;
export const isSignalled = optOut.isSignalled;
export const optOutCookie = optOut.optOutCookie;

export type ArrivalGroup = look.ArrivalGroup;

export const arrivalGroups = look.listArrivalGroups;
export const unreadCosts = unread.countUnreadCosts;

export type ForeignArrivals = worths.ForeignArrivals;
export type RevaluedGroup = worths.RevaluedGroup;

export const foreignArrivals = worths.listForeignArrivals;
export const unvaluedArrivals = worths.listUnvaluedArrivals;
export const valueArrivals = worths.valueArrivals;
export type HeldEvents = retention.HeldEvents;

export const forgetOldTraces = retention.forgetOldTraces;
export const heldEvents = retention.heldEvents;
export const eraseEvents = retention.eraseEvents;

export type TouchedHour = storeHours.TouchedHour;

export const sumUpHours = hours.sumUpHours;
export const touchedHours = hours.touchedHours;

export const clicksOfVisit = look.listClicksOfVisit;
export const clicksBefore = look.listClicksBefore;
export const clicksLike = look.listClicksLike;
export const pageEvents = look.listPageEvents;

/** A click that has been shipped; undefined = unknown, or recorded less than a moment ago. Uses the primary key. */
export const findClick = (db: Db, clickId: string): Promise<ClickRow | undefined> => store.findClick(db, clickId);

/** Those that are known, in no order. */
export const findClicks = (db: Db, clickIds: readonly string[]): Promise<ClickRow[]> => store.findClicks(db, clickIds);

/** A visit that has been shipped. Uses the primary key. */
export const findVisit = (db: Db, visitId: string): Promise<VisitRow | undefined> => store.findVisit(db, visitId);

/** How many visits of people came mended to some links since an instant. @returns 0 for none */
export async function mendedVisits(
  db: Db,
  linkIds: readonly number[],
  since: Date,
): Promise<(linkId: number, how: string) => number> {
  const rows = await store.countMended(db, linkIds, since);
  return (linkId, how) => rows.find((row) => row.link_id === linkId && row.word === how)?.visits ?? 0;
}

const CLEAN_BATCH = 5000;

/** Retention: removes clicks and visits of before an instant, a batch at a time. Conversions keep what they copied. @returns how many rows went */
export async function removeOldEvents(db: Db, before: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await store.removeBefore(db, before, CLEAN_BATCH);
    removed += batch;
    if (batch === 0) return removed;
  }
}
