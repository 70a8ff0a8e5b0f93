import {
  mdiAccountKeyOutline,
  mdiAccountMultipleOutline,
  mdiBellOutline,
  mdiBullhornOutline,
  mdiCreditCardOutline,
  mdiCallMerge,
  mdiSwapVertical,
  mdiCashMultiple,
  mdiChartLine,
  mdiChartTimelineVariant,
  mdiTune,
  mdiCash,
  mdiEmailOutline,
  mdiFileDocumentOutline,
  mdiFormatListNumbered,
  mdiStoreOutline,
  mdiHistory,
  mdiImageMultipleOutline,
  mdiCodeTags,
  mdiLinkVariant,
  mdiMapMarkerPath,
  mdiPackage,
  mdiPulse,
  mdiShapeOutline,
  mdiPoll,
  mdiChip,
  mdiTagOutline,
  mdiTextBoxSearchOutline,
  mdiTrashCanOutline,
  mdiWalletOutline,
} from '@mdi/js';
import { may } from '../../../platform/web/session/permissions.ts';
import { needOf } from '../screens.ts';

export type NavItem = {
  label: string;
  to: string;
  icon: string;
  /** What a number behind the label counts. */
  counts?: 'unread messages';
  /** Views of it that somebody has pinned stand below it. */
  hasViews?: boolean;
};

/** A group opens and closes; items without one stand directly below the section's head. */
export type NavGroup = { label?: string; items: readonly NavItem[] };
export type NavSection = { label: string; groups: readonly NavGroup[] };

/** What the drawer holds for an administrator, with the spec's words; the group Site is ours. */
export const navigation: readonly NavSection[] = [
  {
    label: 'Analytics',
    groups: [
      {
        label: 'Performance',
        items: [
          { label: 'Listicle Stats', to: '/admin/stats', icon: mdiChartLine },
          { label: 'Content Stats', to: '/admin/content-stats', icon: mdiTextBoxSearchOutline },
          { label: 'Conversion Stats', to: '/admin/conversion-stats', icon: mdiCash },
          { label: 'Offer Performance', to: '/admin/offer-stats', icon: mdiTagOutline },
          { label: 'Reports', to: '/admin/stats/reports', icon: mdiPoll, hasViews: true },
          { label: 'What Changed', to: '/admin/stats/changes', icon: mdiSwapVertical },
          { label: 'Cohorts', to: '/admin/stats/cohorts', icon: mdiChartTimelineVariant },
          { label: 'Attribution', to: '/admin/stats/attribution', icon: mdiCallMerge },
          { label: 'AI Crawlers', to: '/admin/stats/crawlers', icon: mdiChip },
        ],
      },
    ],
  },
  {
    label: 'Management',
    groups: [
      { label: 'Offers', items: [{ label: 'Manage Offers', to: '/admin/offers', icon: mdiPackage }] },
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
          { label: 'Affiliate Networks', to: '/admin/affiliate-networks', icon: mdiStoreOutline },
          { label: 'Traffic Sources', to: '/admin/traffic-sources', icon: mdiBullhornOutline },
          { label: 'Tracking Links', to: '/admin/tracking-links', icon: mdiLinkVariant },
          { label: 'Manage Conversions', to: '/admin/conversions', icon: mdiCashMultiple },
          { label: 'Costs', to: '/admin/costs', icon: mdiCreditCardOutline },
          { label: 'Budgets', to: '/admin/budgets', icon: mdiWalletOutline },
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
          { label: 'Site Settings', to: '/admin/settings', icon: mdiTune },
          { label: 'Trash', to: '/admin/trash', icon: mdiTrashCanOutline },
          { label: 'Team', to: '/admin/team', icon: mdiAccountKeyOutline },
          { label: 'API Keys', to: '/admin/keys', icon: mdiCodeTags },
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

/** What of it is open to whoever is signed in; a group without items is none. */
export const navigationOf = (): NavSection[] =>
  navigation
    .map(({ label, groups }) => ({
      label,
      groups: groups
        .map((group) => ({ ...group, items: group.items.filter(({ to }) => may(needOf(to))) }))
        .filter(({ items }) => items.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
