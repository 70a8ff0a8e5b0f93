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
    load: async () => (await import('../../features/stats/web/ListicleStatsScreen.tsx')).ListicleStatsScreen,
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
    load: async () => (await import('./ConversionStats.tsx')).ConversionStats,
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
    load: async () => (await import('./AffiliateNetworksScreen.tsx')).AffiliateNetworksScreen,
  },
  {
    path: 'listicles',
    load: async () => (await import('../../features/guides/web/ListiclesScreen.tsx')).ListiclesScreen,
  },
  {
    path: 'listicles/:listicleId/edit',
    load: async () => (await import('../../features/guides/web/GuideEditorScreen.tsx')).GuideEditorScreen,
  },
  {
    path: 'listicles/:listicleId/items',
    load: async () => (await import('./GuideProducts.tsx')).GuideProducts,
  },
  {
    path: 'listicles/:listicleId/items/:itemId',
    load: async () => (await import('../../features/guides/web/ItemEditorScreen.tsx')).ItemEditorScreen,
  },
  {
    path: 'traffic-sources',
    load: async () => (await import('./TrafficSourcesScreen.tsx')).TrafficSourcesScreen,
  },
  {
    path: 'tracking-links/:linkId/stats',
    load: async () => (await import('../../features/stats/web/LinkStatsScreen.tsx')).LinkStatsScreen,
  },
  {
    path: 'tracking-links',
    load: async () => (await import('../../features/links/web/LinksScreen.tsx')).LinksScreen,
  },
  {
    path: 'conversions',
    load: async () =>
      (await import('../../features/conversions/web/ManageConversionsScreen.tsx')).ManageConversionsScreen,
  },
  {
    path: 'costs',
    load: async () => (await import('../../features/conversions/web/CostsScreen.tsx')).CostsScreen,
  },
  {
    path: 'timeline',
    load: async () => (await import('../../features/conversions/web/TimelineScreen.tsx')).TimelineScreen,
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
    load: async () => (await import('./SiteSettingsScreen.tsx')).SiteSettingsScreen,
  },
  {
    path: 'trash',
    load: async () => (await import('../../features/publishing/web/TrashScreen.tsx')).TrashScreen,
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
