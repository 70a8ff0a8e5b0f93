import type { RowPort } from '../../../features/accounts/server/undo-ports.ts';
import { putBudgetBack } from '../../../features/budgets/server/service.ts';
import { ratePort } from '../../../features/conversions/server/service.ts';
import * as guideCategories from '../../../features/guides/server/categories.ts';
import { putGuidesBack, type GuidesPutBack } from '../../../features/guides/server/put-back.ts';
import { deleteFeed, putFeedBack, restoreFeed } from '../../../features/costs/server/feeds.ts';
import { putDestinationBack } from '../../../features/links/server/destinations.ts';
import { judgeAgain, putRuleBack, refuseRuleInUse } from '../../../features/links/server/rule-service.ts';
import { deleteLink, putLinkBack, restoreLink } from '../../../features/links/server/service.ts';
import { describePicture } from '../../../features/media/server/library.ts';
import { deleteNetwork, putNetworkBack, restoreNetwork } from '../../../features/networks/server/service.ts';
import * as offerCategories from '../../../features/offers/server/categories.ts';
import { deleteOffer, putOfferBack, restoreOffer } from '../../../features/offers/server/service.ts';
import { putOwnColumnBack } from '../../../features/reports/server/own-columns.ts';
import { deletePerson, putPersonBack, restorePerson } from '../../../features/people/server/service.ts';
import { replaceRates } from '../../../features/rates/server/service.ts';
import { deleteReview, putReviewBack, restoreReview } from '../../../features/reviews/server/service.ts';
import { changeSettings, getSettings } from '../../../features/settings/server/service.ts';
import { deleteSource, putSourceBack, restoreSource } from '../../../features/sources/server/service.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { afterCommit } from '../../../platform/server/postgres/postgres.ts';
import { columnsBack, lastingPort, onlyPort, recordPort } from './row-ports.ts';

/** Numbers of lists, which nobody sees here. */
const none = () => Promise.resolve(new Map<number, never>());

type PortDeps = Pick<Deps, 'config' | 'log' | 'clock' | 'secrets' | 'jobs' | 'db'>;

/** Every table whose rows can be put back, those first that others name. */
export function rowsPorts(deps: PortDeps): RowPort[] {
  const settings = onlyPort(
    ['settings', 'settings'],
    async (inside, actor, columns) => {
      const { version } = await getSettings(inside.db);
      return changeSettings({ ...deps, ...inside }, actor, { ...(columns as object), version });
    },
    ['alert_email'],
  );
  const networks = recordPort(['networks', 'network'], {
    put: (inside, ...rest) => putNetworkBack({ ...deps, ...inside, origin: '', count: none }, ...rest),
    remove: (inside, ...rest) => deleteNetwork({ ...deps, ...inside, origin: '', count: none }, ...rest),
    restore: (inside, ...rest) => restoreNetwork({ ...deps, ...inside, origin: '', count: none }, ...rest),
  });
  const sourceScope = { ...deps, outgoingAllow: deps.config.outgoingAllow, count: none };
  const sources = recordPort(['sources', 'source'], {
    put: (inside, ...rest) => putSourceBack({ ...sourceScope, ...inside }, ...rest),
    remove: (inside, ...rest) => deleteSource({ ...sourceScope, ...inside }, ...rest),
    restore: (inside, ...rest) => restoreSource({ ...sourceScope, ...inside }, ...rest),
  });
  const offers = recordPort(
    ['offers', 'offer'],
    {
      put: (inside, ...rest) => putOfferBack({ ...inside, count: none }, ...rest),
      remove: (inside, ...rest) => deleteOffer({ ...inside, count: none }, ...rest),
      restore: (inside, ...rest) => restoreOffer({ ...inside, count: none }, ...rest),
    },
    ['url'],
  );
  const people = recordPort(['people', 'person'], {
    put: putPersonBack,
    remove: deletePerson,
    restore: restorePerson,
  });
  const reviews = recordPort(['reviews', 'review'], {
    put: (inside, ...rest) => putReviewBack({ ...inside, countViews: none }, ...rest),
    remove: (inside, ...rest) => deleteReview({ ...inside, countViews: none }, ...rest),
    restore: (inside, ...rest) => restoreReview({ ...inside, countViews: none }, ...rest),
  });
  const links = recordPort(
    ['links', 'link'],
    {
      put: (inside, ...rest) => putLinkBack({ ...inside, origin: '', count: none }, ...rest),
      remove: (inside, ...rest) => deleteLink({ ...inside, origin: '', count: none }, ...rest),
      restore: (inside, ...rest) => restoreLink({ ...inside, origin: '', count: none }, ...rest),
    },
    ['fallback_url', 'expired_url'],
  );
  return [
    settings,
    rates(deps),
    networks,
    sources,
    shelfOfOffers,
    offers,
    people,
    shelfOfGuides,
    pictures,
    guides,
    reviews,
    links,
    rules,
    destinations,
    views,
    ownColumns,
    placementRules,
    placementLists,
    budgets,
    costFeeds,
  ];
}

const rates = (deps: PortDeps): RowPort =>
  onlyPort(['exchange_rates', 'exchange_rates'], async (inside, actor, { csv }: { csv: string }) => {
    await replaceRates({ ...deps, ...inside }, actor, csv);
    await afterCommit(inside.db, async () => {
      await ratePort(deps)
        .revalueAll()
        // the round that values money does it later
        .catch((error: unknown) => deps.log.warn({ err: error }, 'money could not be valued anew right away'));
    });
  });

const shelfOfOffers = lastingPort(['offer_categories', 'category'], {
  put: offerCategories.putCategoryBack,
  goes: (inside, id, { name }) => offerCategories.refuseCategoryInUse(inside.db, id, String(name)),
});

const shelfOfGuides = lastingPort(['guide_categories', 'guide_category'], {
  put: guideCategories.putCategoryBack,
  came: (inside, _id, { slug }) => guideCategories.categoryCameBack(inside.db, String(slug)),
  goes: (inside, id, { name }) => guideCategories.refuseCategoryInUse(inside.db, id, String(name)),
});

const pictures = lastingPort(['images', 'image'], {
  put: (inside, actor, id, { alt }: { alt: string }) => describePicture(inside.db, actor, id, { alt }),
});

/** A guide and its products are judged as one. */
const guides: RowPort = {
  entities: { guides: 'guide', guide_items: 'guide_item' },
  async takeBack(inside, actor, plan) {
    const changes: GuidesPutBack = { guides: new Map(), items: new Map() };
    for (const one of plan) {
      const isMade = one.does === 'remove' && !one.fields.some(({ field }) => field === 'deleted_at');
      const columns = isMade ? {} : await columnsBack(inside, one, 'deleted_at');
      // out of the trash, or into it from now on
      const deleted_at =
        one.does === 'change' ? {} : { deleted_at: one.does === 'remove' ? inside.clock().toISOString() : null };
      const to = one.table === 'guides' ? changes.guides : changes.items;
      to.set(Number(one.key), { ...columns, ...deleted_at });
    }
    await putGuidesBack(inside, actor, changes);
  },
};

const linkOf = (row: Record<string, unknown>): number => Number(row['link_id']);

const rules = lastingPort(['link_rules', 'link_rule'], {
  put: putRuleBack,
  came: (inside, id, row) => judgeAgain(inside.db, { id, link_id: linkOf(row) }),
  goes: (inside, id, row) => refuseRuleInUse(inside.db, id, linkOf(row)),
});

const destinations = lastingPort(['destinations', 'destination'], { put: putDestinationBack }, ['url']);

const unchanging = (what: string) => () =>
  Promise.reject(new AppError('conflict', `${what} is saved or deleted, and nothing between.`));

const placementRules = lastingPort(['placement_rules', 'placement_rule'], { put: unchanging('A rule') });

const placementLists = lastingPort(['placement_lists', 'placement_list'], { put: unchanging('A list') });

const budgets = lastingPort(['budgets', 'budget'], { put: putBudgetBack });

const costFeeds = recordPort(['cost_feeds', 'cost_feed'], {
  put: putFeedBack,
  remove: deleteFeed,
  restore: restoreFeed,
});

const views = lastingPort(['stats_views', 'report_view'], { put: unchanging('A view') });

const ownColumns = lastingPort(['report_columns', 'report_column'], { put: putOwnColumnBack });
