import type { ComponentType } from 'react';

/** A screen of the back office; its code is fetched when it is first opened. */
export type Screen = {
  /** Below /admin. */
  path: string;
  load: () => Promise<ComponentType>;
};

/** Every screen, one line each; a screen that is not here cannot be reached. */
export const screens: readonly Screen[] = [
  {
    path: 'stats',
    load: async () => (await import('../../features/stats/web/GuideStatsScreen.tsx')).GuideStatsScreen,
  },
  {
    path: 'stats/reports',
    load: async () => (await import('../../features/stats/web/ReportsScreen.tsx')).ReportsScreen,
  },
  {
    path: 'content-stats',
    load: async () => (await import('../../features/stats/web/ContentStatsScreen.tsx')).ContentStatsScreen,
  },
  {
    path: 'conversion-stats',
    load: async () => (await import('./screens/ConversionStats.tsx')).ConversionStats,
  },
  {
    path: 'offer-stats',
    load: async () => (await import('../../features/stats/web/OfferStatsScreen.tsx')).OfferStatsScreen,
  },
  {
    path: 'offers',
    load: async () => (await import('../../features/offers/web/OffersScreen.tsx')).OffersScreen,
  },
  {
    path: 'offer-content',
    load: async () => (await import('../../features/reviews/web/ContentScreen.tsx')).ContentScreen,
  },
  {
    path: 'offer-content/:reviewId/edit',
    load: async () => (await import('../../features/reviews/web/ReviewEditorScreen.tsx')).ReviewEditorScreen,
  },
  {
    path: 'affiliate-networks',
    load: async () => (await import('./screens/Networks.tsx')).Networks,
  },
  {
    path: 'listicles',
    load: async () => (await import('../../features/guides/web/GuidesScreen.tsx')).GuidesScreen,
  },
  {
    path: 'listicles/:guideId/edit',
    load: async () => (await import('../../features/guides/web/GuideEditorScreen.tsx')).GuideEditorScreen,
  },
  {
    path: 'listicles/:guideId/items',
    load: async () => (await import('./screens/GuideProducts.tsx')).GuideProducts,
  },
  {
    path: 'listicles/:guideId/items/:itemId',
    load: async () => (await import('../../features/guides/web/ItemEditorScreen.tsx')).ItemEditorScreen,
  },
  {
    path: 'traffic-sources',
    load: async () => (await import('./screens/TrafficSourcesScreen.tsx')).TrafficSourcesScreen,
  },
  {
    path: 'tracking-links/:linkId/stats',
    load: async () => (await import('../../features/stats/web/LinkStatsScreen.tsx')).LinkStatsScreen,
  },
  {
    path: 'tracking-links',
    load: async () => (await import('./screens/LinksScreen.tsx')).LinksScreen,
  },
  {
    path: 'conversions',
    load: async () => (await import('./screens/ManageConversionsScreen.tsx')).ManageConversionsScreen,
  },
  {
    path: 'costs',
    load: async () => (await import('../../features/costs/web/CostsScreen.tsx')).CostsScreen,
  },
  {
    path: 'timeline',
    load: async () => (await import('../../features/journeys/web/TimelineScreen.tsx')).TimelineScreen,
  },
  {
    path: 'contact-messages',
    load: async () => (await import('../../features/settings/web/ContactMessagesScreen.tsx')).ContactMessagesScreen,
  },
  {
    path: 'people',
    load: async () => (await import('../../features/people/web/PeopleScreen.tsx')).PeopleScreen,
  },
  {
    path: 'categories',
    load: async () => (await import('../../features/guides/web/GuideCategoriesScreen.tsx')).GuideCategoriesScreen,
  },
  {
    path: 'media',
    load: async () => (await import('../../features/media/web/MediaScreen.tsx')).MediaScreen,
  },
  {
    path: 'settings',
    load: async () => (await import('./screens/SiteSettingsScreen.tsx')).SiteSettingsScreen,
  },
  {
    path: 'trash',
    load: async () => (await import('../../features/publishing/web/TrashScreen.tsx')).TrashScreen,
  },
  {
    path: 'team',
    load: async () => (await import('./screens/Team.tsx')).Team,
  },
  {
    path: 'audit',
    load: async () => (await import('../../features/accounts/web/AuditScreen.tsx')).AuditScreen,
  },
  {
    path: 'alerts',
    load: async () => (await import('../../features/alerts/web/AlertsScreen.tsx')).AlertsScreen,
  },
  {
    path: 'server-health',
    load: async () => (await import('../../features/health/web/HealthScreen.tsx')).HealthScreen,
  },
];
