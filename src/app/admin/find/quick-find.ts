import { ACCOUNT_LABELS, ACCOUNT_PARTS, type AccountPart } from '../../../features/accounts/web/account-parts.ts';
import { guidesClient } from '../../../features/guides/web/client.ts';
import { linksClient } from '../../../features/links/web/client.ts';
import { networksClient } from '../../../features/networks/web/client.ts';
import { offersClient } from '../../../features/offers/web/client.ts';
import { peopleClient } from '../../../features/people/web/client.ts';
import { reviewsClient } from '../../../features/reviews/web/client.ts';
import { sourcesClient } from '../../../features/sources/web/client.ts';
import { containsFolded } from '../../../platform/text/fold.ts';
import { may, type Need } from '../../../platform/web/session/permissions.ts';
import type { Query } from '../../../platform/web/http.ts';
import { navigationOf } from '../shell/navigation.ts';

/** Something that can be opened. */
export type Found = { group: string; label: string; to: string; account?: undefined } | AccountFound;

/** A part of the own account, which opens over the screen that stands. */
type AccountFound = { group: string; label: string; account: AccountPart };

/** How many of each kind are shown. */
const SHOWN = 5;

type Page<Row> = Promise<{ data: Row[] }>;
type Search = (query: Query, signal: AbortSignal) => Promise<Found[]>;

/** @param to where a row is opened: its editor, or its list with the search typed in */
const searchOf =
  <Row>(
    group: string,
    list: (query: Query, signal?: AbortSignal) => Page<Row>,
    nameOf: (row: Row) => string,
    to: (row: Row) => string,
  ): Search =>
  async (query, signal) =>
    (await list(query, signal)).data.map((row) => ({ group, label: nameOf(row), to: to(row) }));

const inList =
  (path: string) =>
  ({ name }: { name: string }): string =>
    `${path}?${new URLSearchParams({ search: name }).toString()}`;

const nameOf = ({ name }: { name: string }): string => name;
const titleOf = ({ title }: { title: string }): string => title;

const SEARCHES: readonly { needs: Need; search: Search }[] = [
  {
    needs: 'write:content',
    search: searchOf('Guides', guidesClient.list, titleOf, ({ id }) => `/admin/listicles/${id}/edit`),
  },
  {
    needs: 'write:content',
    search: searchOf('Reviews', reviewsClient.list, titleOf, ({ id }) => `/admin/offer-content/${id}/edit`),
  },
  { needs: 'read:content', search: searchOf('Offers', offersClient.list, nameOf, inList('/admin/offers')) },
  {
    needs: 'read:commerce',
    search: searchOf('Affiliate networks', networksClient.list, nameOf, inList('/admin/affiliate-networks')),
  },
  {
    needs: 'read:commerce',
    search: searchOf('Traffic sources', sourcesClient.list, nameOf, inList('/admin/traffic-sources')),
  },
  {
    needs: 'read:commerce',
    search: searchOf('Tracking links', linksClient.list, nameOf, inList('/admin/tracking-links')),
  },
  { needs: 'read:content', search: searchOf('People', peopleClient.list, nameOf, inList('/admin/people')) },
];

/** The screens whose name holds the text, whatever its case; all of them for an empty one. */
export function findScreens(text: string): Found[] {
  const items = navigationOf().flatMap((section) => section.groups.flatMap((group) => group.items));
  return items
    .filter((item) => containsFolded(item.label, text))
    .map(({ label, to }) => ({ group: 'Screens', label, to }));
}

/** The parts of the own account that a text finds by name or by what else people call them. */
export function findAccountParts(text: string): AccountFound[] {
  if (text === '') return [];
  const words = text.split(/\s+/);
  return ACCOUNT_PARTS.filter((part) => {
    const { label, words: more } = ACCOUNT_LABELS[part];
    return words.every((word) => containsFolded(`${label} ${more}`, word));
  }).map((part) => ({ group: 'Account', label: ACCOUNT_LABELS[part].label, account: part }));
}

/** The records that their lists find for a text. @property isComplete false when a list did not answer */
export async function findRecords(
  search: string,
  signal: AbortSignal,
): Promise<{ found: Found[]; isComplete: boolean }> {
  const answers = await Promise.allSettled(
    SEARCHES.filter(({ needs }) => may(needs)).map((one) => one.search({ search, limit: SHOWN }, signal)),
  );
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return { found, isComplete: answers.every((answer) => answer.status === 'fulfilled') };
}
