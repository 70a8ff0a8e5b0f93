import type { ComponentType } from 'react';
import type { Need } from '../../platform/web/session/permissions.ts';

/** A screen of the back office; its code is fetched when it is first opened. */
export type Screen = {
  /** Below /admin. */
  path: string;
  /** Who may not do this is told whom to ask. */
  needs?: Need;
  /** Who may not do this may only look; left out where that is `needs`. */
  writes?: Need;
  load: () => Promise<ComponentType>;
};

/** Every screen, one line each; a screen that is not here cannot be reached. */
export const screens: readonly Screen[] = [
  {
    path: 'stats',
    needs: 'read:stats',
    load: async () => (await import('../../features/stats/web/GuideStatsScreen.tsx')).GuideStatsScreen,
  },
  {
    path: 'stats/reports',
    needs: 'read:money',
    writes: 'admin',
    load: async () => (await import('../../features/stats/web/ReportsScreen.tsx')).ReportsScreen,
  },
  {
    path: 'traffic-sources/:sourceId/losing',
    needs: 'read:money',
    load: async () => (await import('../../features/placements/web/LosingScreen.tsx')).LosingScreen,
  },
  {
    path: 'stats/attribution',
    needs: 'read:money',
    load: async () => (await import('../../features/stats/web/AttributionScreen.tsx')).AttributionScreen,
  },
  {
    path: 'stats/changes',
    needs: 'read:money',
    load: async () => (await import('../../features/stats/web/ChangesScreen.tsx')).ChangesScreen,
  },
  {
    path: 'stats/cohorts',
    needs: 'read:money',
    load: async () => (await import('../../features/stats/web/CohortsScreen.tsx')).CohortsScreen,
  },
  {
    path: 'stats/crawlers',
    needs: 'read:stats',
    load: async () => (await import('../../features/stats/web/CrawlersScreen.tsx')).CrawlersScreen,
  },
  {
    path: 'content-stats',
    needs: 'read:stats',
    load: async () => (await import('../../features/stats/web/ContentStatsScreen.tsx')).ContentStatsScreen,
  },
  {
    path: 'conversion-stats',
    needs: 'read:money',
    writes: 'admin',
    load: async () => (await import('./screens/ConversionStats.tsx')).ConversionStats,
  },
  {
    path: 'offer-stats',
    needs: 'read:money',
    load: async () => (await import('../../features/stats/web/OfferStatsScreen.tsx')).OfferStatsScreen,
  },
  {
    path: 'offers',
    needs: 'read:content',
    writes: 'write:commerce',
    load: async () => (await import('../../features/offers/web/OffersScreen.tsx')).OffersScreen,
  },
  {
    path: 'offer-content',
    needs: 'read:content',
    writes: 'write:content',
    load: async () => (await import('../../features/reviews/web/ContentScreen.tsx')).ContentScreen,
  },
  {
    path: 'offer-content/:reviewId/edit',
    needs: 'write:content',
    load: async () => (await import('../../features/reviews/web/ReviewEditorScreen.tsx')).ReviewEditorScreen,
  },
  {
    path: 'affiliate-networks',
    needs: 'read:commerce',
    writes: 'admin',
    load: async () => (await import('./screens/Networks.tsx')).Networks,
  },
  {
    path: 'listicles',
    needs: 'read:content',
    writes: 'write:content',
    load: async () => (await import('../../features/guides/web/GuidesScreen.tsx')).GuidesScreen,
  },
  {
    path: 'listicles/:guideId/edit',
    needs: 'write:content',
    load: async () => (await import('../../features/guides/web/GuideEditorScreen.tsx')).GuideEditorScreen,
  },
  {
    path: 'listicles/:guideId/items',
    needs: 'write:content',
    load: async () => (await import('./screens/GuideProducts.tsx')).GuideProducts,
  },
  {
    path: 'listicles/:guideId/items/:itemId',
    needs: 'write:content',
    load: async () => (await import('../../features/guides/web/ItemEditorScreen.tsx')).ItemEditorScreen,
  },
  {
    path: 'traffic-sources',
    needs: 'read:commerce',
    writes: 'admin',
    load: async () => (await import('./screens/TrafficSourcesScreen.tsx')).TrafficSourcesScreen,
  },
  {
    path: 'tracking-links/:linkId/stats',
    needs: 'read:money',
    load: async () => (await import('../../features/stats/web/LinkStatsScreen.tsx')).LinkStatsScreen,
  },
  {
    path: 'tracking-links',
    needs: 'read:commerce',
    writes: 'write:commerce',
    load: async () => (await import('./screens/LinksScreen.tsx')).LinksScreen,
  },
  {
    path: 'conversions',
    needs: 'admin',
    load: async () => (await import('./screens/ManageConversionsScreen.tsx')).ManageConversionsScreen,
  },
  {
    path: 'costs/files',
    needs: 'read:commerce',
    writes: 'admin',
    load: async () => (await import('../../features/costs/web/CostFilesScreen.tsx')).CostFilesScreen,
  },
  {
    path: 'costs',
    needs: 'read:commerce',
    writes: 'write:commerce',
    load: async () => (await import('../../features/costs/web/CostsScreen.tsx')).CostsScreen,
  },
  {
    path: 'budgets',
    needs: 'read:commerce',
    writes: 'write:commerce',
    load: async () => (await import('../../features/budgets/web/BudgetsScreen.tsx')).BudgetsScreen,
  },
  {
    path: 'timeline',
    needs: 'admin',
    load: async () => (await import('../../features/journeys/web/TimelineScreen.tsx')).TimelineScreen,
  },
  {
    path: 'contact-messages',
    needs: 'admin',
    load: async () => (await import('../../features/settings/web/ContactMessagesScreen.tsx')).ContactMessagesScreen,
  },
  {
    path: 'people',
    needs: 'read:content',
    writes: 'write:content',
    load: async () => (await import('../../features/people/web/PeopleScreen.tsx')).PeopleScreen,
  },
  {
    path: 'categories',
    needs: 'read:content',
    writes: 'write:content',
    load: async () => (await import('../../features/guides/web/GuideCategoriesScreen.tsx')).GuideCategoriesScreen,
  },
  {
    path: 'media',
    needs: 'read:content',
    writes: 'write:content',
    load: async () => (await import('../../features/media/web/MediaScreen.tsx')).MediaScreen,
  },
  {
    path: 'settings',
    needs: 'admin',
    load: async () => (await import('./screens/SiteSettingsScreen.tsx')).SiteSettingsScreen,
  },
  {
    path: 'trash',
    needs: 'read:content',
    writes: 'write:content',
    load: async () => (await import('../../features/publishing/web/TrashScreen.tsx')).TrashScreen,
  },
  {
    path: 'team',
    needs: 'admin',
    load: async () => (await import('./screens/Team.tsx')).Team,
  },
  {
    path: 'keys',
    load: async () => (await import('../../features/accounts/web/KeysScreen.tsx')).KeysScreen,
  },
  {
    path: 'audit',
    needs: 'admin',
    load: async () => (await import('../../features/accounts/web/AuditScreen.tsx')).AuditScreen,
  },
  {
    path: 'alerts',
    needs: 'read:commerce',
    writes: 'admin',
    load: async () => (await import('../../features/alerts/web/AlertsScreen.tsx')).AlertsScreen,
  },
  {
    path: 'server-health',
    needs: 'admin',
    load: async () => (await import('../../features/health/web/HealthScreen.tsx')).HealthScreen,
  },
];

/** What the screen of an address asks for. @param to an address without names in it, such as `/admin/offers` */
export const needOf = (to: string): Need | undefined => screens.find(({ path }) => to === `/admin/${path}`)?.needs;
