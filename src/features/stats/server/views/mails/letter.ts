import type { Deps } from '../../../../../platform/server/deps.ts';
import type { Letter } from '../../../../../platform/server/outgoing/mailer.ts';
import { permissionsOf } from '../../../../../platform/permissions.ts';
import { localDayOf, localDays } from '../../../../../platform/time.ts';
import { cutOf } from '../../../../reports/dimensions-contract.ts';
import { getSettings } from '../../../../settings/server/service.ts';
import type { ReportAsk, ReportReply } from '../../../report-contract.ts';
import type { Days, Rhythm } from '../../../mails/contract.ts';
import { ownAskedBy } from '../../../../reports/server/own-asked.ts';
import { report } from '../../builder/report-call.ts';
import { standingOf } from '../../realtime/realtime.ts';
import { filterWords, type StoreWords } from '../shared-view.ts';
import { questionOf, refuseSubsIn } from '../view-question.ts';
import { courseOf } from './course.ts';
import { htmlOf, textOf, type Told } from './letter-forms.ts';
import { dayText, daysText } from './periods.ts';
import { sheetOf } from './sheet.ts';
import type { Reader } from './store-mails.ts';

/** Lines of a letter; the rest is on the screen. */
export const MOST_LINES = 50;
const CID = 'course';

/** May somebody read reports, money included, at this moment? */
export const mayRead = ({ role, is_disabled: isDisabled }: Pick<Reader, 'role' | 'is_disabled'>): boolean =>
  !isDisabled && ['read:stats' as const, 'read:money' as const].every((one) => permissionsOf(role).includes(one));

/** A view's question about some days, as whoever it is for may ask it. @throws AppError conflict */
export function mailedQuestion(query: string, { from, to }: Days, role: Reader['role']): ReportAsk {
  const days = { days: '', day: '', date_from: from, date_to: to } as const;
  const ask = questionOf(query, { ...days, limit: MOST_LINES }, 'mailed');
  if (role !== 'admin') refuseSubsIn(ask, 'mailed', 'They are not open to you.');
  return ask;
}

type About = { view: string; query: string; rhythm: Rhythm; days: Days; user_id: number; role: Reader['role'] };

/**
 * The letter about a view's days.
 * @throws AppError conflict for a question that may not be asked @throws Error while numbers of those days are still on their way
 */
export async function letterOf(
  scope: Deps,
  { view, query, rhythm, days, user_id: userId, role }: About,
  words: StoreWords,
): Promise<Omit<Letter, 'to'>> {
  const ask = mailedQuestion(query, days, role);
  const { brand, time_zone: zone } = await getSettings(scope.db);
  // before the numbers are read: what a letter says is not put right later
  await refuseUnfinished(scope, localDays(days.from, days.to, zone).to, words);
  const [answer, course, filters] = await Promise.all([
    report(scope, ask, await ownAskedBy(scope.db, { id: userId }, ask.own)),
    courseOf(scope, ask, days),
    filterWords(scope, ask),
  ]);
  const told: Told = {
    site: brand,
    title: view,
    days: daysText(rhythm, days),
    notes: notesOf(answer, filters),
    sheet: sheetOf(answer),
    ...(course && { picture: { cid: CID, caption: course.caption, alt: course.alt } }),
    link: addressOf(scope.config.publicUrl, query, days),
    foot: `You get this ${rhythm} letter since you asked for it. Change or stop it under Reports: open the view and press Mail.`,
  };
  return {
    // a name is one line in a subject, whatever it was stored as
    subject: `${view}: ${told.days}`.replace(/\s+/g, ' '),
    text: textOf(told),
    html: htmlOf(told),
    pictures: course ? [{ cid: CID, name: 'course.png', png: course.png }] : [],
  };
}

async function refuseUnfinished({ clock }: Deps, end: Date, { shipping, isWhole }: StoreWords): Promise<void> {
  const [{ lags }, whole] = await Promise.all([shipping(), isWhole()]);
  const { as_of: until } = standingOf(lags, undefined, clock().getTime());
  if (!whole || until === null || Date.parse(until) < end.getTime())
    throw new Error('some of the numbers are not counted yet');
}

function notesOf(answer: ReportReply, filters: Awaited<ReturnType<typeof filterWords>>): string[] {
  const { tz, currency, compared, costless_by: costless, own_missing: missing, unconverted } = answer;
  const day = (at: number) => dayText(localDayOf(at, tz));
  return [
    `Days in ${tz}, money in ${currency}, robots left out.`,
    ...(compared ? [`Held against ${day(Date.parse(compared.from))} to ${day(Date.parse(compared.to) - 1)}.`] : []),
    ...(filters.length > 0 ? [`Only ${filters.map(({ label, value }) => `${label}: ${value}`).join('; ')}.`] : []),
    ...(costless ? [`By ${cutOf(costless).label} nobody can say what was paid: cost, profit and ROI are empty.`] : []),
    ...(missing.length > 0
      ? [`Own columns that are deleted, or not shared with you, are left out: ${missing.length}.`]
      : []),
    ...unconverted.map(
      (one) =>
        `In no sum, for want of a rate: ${one.revenue_expected} ${one.currency} expected, ${one.cost} ${one.currency} cost.`,
    ),
  ];
}

/** The screen with the same question about the same days. */
function addressOf(publicUrl: string | undefined, query: string, { from, to }: Days): string | undefined {
  if (publicUrl === undefined) return undefined;
  const params = new URLSearchParams(query);
  for (const key of ['days', 'day', 'page', 'trail']) params.delete(key);
  params.set('date_from', from);
  params.set('date_to', to);
  return `${publicUrl}/admin/stats/reports?${params.toString()}`;
}
