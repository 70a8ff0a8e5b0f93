import {
  mdiAccountKeyOutline,
  mdiAccountMultipleOutline,
  mdiBellOutline,
  mdiBullhornOutline,
  mdiCashMinus,
  mdiCashSync,
  mdiChartLine,
  mdiCogOutline,
  mdiCurrencyUsd,
  mdiEmailOutline,
  mdiFileDocumentOutline,
  mdiFormatListNumbered,
  mdiHandshakeOutline,
  mdiHistory,
  mdiImageMultipleOutline,
  mdiLinkVariant,
  mdiMapMarkerPath,
  mdiPackageVariantClosed,
  mdiPulse,
  mdiShapeOutline,
  mdiTableSearch,
  mdiTagOutline,
  mdiTextBoxSearchOutline,
  mdiTrashCanOutline,
} from '@mdi/js';

export type NavItem = {
  label: string;
  to: string;
  icon: string;
  /** What a number behind the label counts. */
  counts?: 'unread messages';
};

/** A group opens and closes; items without one stand directly below the section's head. */
export type NavGroup = { label?: string; items: readonly NavItem[] };
export type NavSection = { label: string; groups: readonly NavGroup[] };

/** What the drawer holds, with the spec's words; the group Site is ours. */
export const navigation: readonly NavSection[] = [
  {
    label: 'Analytics',
    groups: [
      {
        label: 'Performance',
        items: [
          { label: 'Listicle Stats', to: '/admin/stats', icon: mdiChartLine },
          { label: 'Content Stats', to: '/admin/content-stats', icon: mdiTextBoxSearchOutline },
          { label: 'Conversion Stats', to: '/admin/conversion-stats', icon: mdiCurrencyUsd },
          { label: 'Offer Performance', to: '/admin/offer-stats', icon: mdiTagOutline },
          { label: 'Reports', to: '/admin/stats/reports', icon: mdiTableSearch },
        ],
      },
    ],
  },
  {
    label: 'Management',
    groups: [
      { label: 'Offers', items: [{ label: 'Manage Offers', to: '/admin/offers', icon: mdiPackageVariantClosed }] },
      {
        label: 'Content',
        items: [
          { label: 'Manage Content', to: '/admin/offer-content', icon: mdiFileDocumentOutline },
          { label: 'Manage Listicles', to: '/admin/listicles', icon: mdiFormatListNumbered },
        ],
      },
      {
        label: 'Traffic & Affiliates',
        items: [
          { label: 'Affiliate Networks', to: '/admin/affiliate-networks', icon: mdiHandshakeOutline },
          { label: 'Traffic Sources', to: '/admin/traffic-sources', icon: mdiBullhornOutline },
          { label: 'Tracking Links', to: '/admin/tracking-links', icon: mdiLinkVariant },
          { label: 'Manage Conversions', to: '/admin/conversions', icon: mdiCashSync },
          { label: 'Costs', to: '/admin/costs', icon: mdiCashMinus },
          { label: 'Timeline', to: '/admin/timeline', icon: mdiMapMarkerPath },
        ],
      },
      {
        label: 'Site',
        items: [
          {
            label: 'Contact Messages',
            to: '/admin/contact-messages',
            icon: mdiEmailOutline,
            counts: 'unread messages',
          },
          { label: 'People', to: '/admin/people', icon: mdiAccountMultipleOutline },
          { label: 'Categories', to: '/admin/categories', icon: mdiShapeOutline },
          { label: 'Media Library', to: '/admin/media', icon: mdiImageMultipleOutline },
          { label: 'Site Settings', to: '/admin/settings', icon: mdiCogOutline },
          { label: 'Trash', to: '/admin/trash', icon: mdiTrashCanOutline },
          { label: 'Team', to: '/admin/team', icon: mdiAccountKeyOutline },
          { label: 'Audit Log', to: '/admin/audit', icon: mdiHistory },
        ],
      },
    ],
  },
  {
    label: 'System',
    groups: [
      {
        items: [
          { label: 'Alerts', to: '/admin/alerts', icon: mdiBellOutline },
          { label: 'Server Health', to: '/admin/server-health', icon: mdiPulse },
        ],
      },
    ],
  },
];
