import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { newColumn, PICTURE } from './screen.ts';
import type { Ids } from './typed-ids.ts';

/** A form of the back office as its test opens it and types into it. */
export type TypedForm = {
  /** The module that makes the form, below src/features, and its screen, as the route table names it. */
  module: string;
  screen: string;
  /** Where it stands, and how it is opened there. */
  open: (page: Page, ids: Ids) => Promise<void>;
  /** The label of the field that is typed into, and the button that sends it; the dialog's own when left out. */
  field: string | RegExp;
  /** The part of the form that holds the field: a refused save shows another. */
  tab?: string;
  save?: string | RegExp;
  /** Edits are kept on the server while somebody types. */
  hasAutosave?: true;
  /** The part of the form with a picture. */
  upload?: { tab?: string };
};

/** Opens a screen and presses buttons, one after the other: of the first row, of a dialog, of the screen. */
const at =
  (address: string, ...buttons: (string | RegExp)[]) =>
  async (page: Page) => {
    await page.goto(address);
    // comes last and moves the screen: whoever presses at that moment misses
    if (buttons.length > 0) await page.getByRole('button', { name: 'Remove sample' }).waitFor();
    // what lies behind a dialog is hidden from the roles
    for (const name of buttons)
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .or(page.getByRole('tab', { name }))
        .or(page.getByRole('menuitem', { name }))
        .first()
        .click();
  };

const NAME = /^Name/;
const TITLE = /^Title/;

/** Every form that the routes lead to. */
export const TYPED_FORMS: readonly TypedForm[] = [
  {
    module: 'guides/web/editor/GuideEditor.tsx',
    screen: 'listicles/:guideId/edit',
    open: (page, { guide }) => at(`/admin/listicles/${guide}/edit`)(page),
    field: TITLE,
    hasAutosave: true,
    upload: {},
  },
  {
    module: 'reviews/web/ReviewEditor.tsx',
    screen: 'offer-content/:reviewId/edit',
    open: (page, { review }) => at(`/admin/offer-content/${review}/edit`)(page),
    field: TITLE,
    hasAutosave: true,
    upload: {},
  },
  {
    module: 'guides/web/product-editor/ItemEditor.tsx',
    screen: 'listicles/:guideId/items/:itemId',
    open: (page, { guide, product }) => at(`/admin/listicles/${guide}/items/${product}`)(page),
    field: /^Title in this guide|^Title/,
    hasAutosave: true,
    upload: { tab: 'Picture & button' },
  },
  { module: 'settings/web/SettingsForm.tsx', screen: 'settings', open: at('/admin/settings'), field: 'Tagline' },
  {
    module: 'networks/web/NetworkDialog.tsx',
    screen: 'affiliate-networks',
    open: at('/admin/affiliate-networks', 'Add network'),
    field: NAME,
  },
  { module: 'offers/web/OfferDialog.tsx', screen: 'offers', open: at('/admin/offers', 'Edit Offer'), field: NAME },
  {
    module: 'offers/web/categories/CategoryDialog.tsx',
    screen: 'offers',
    open: at('/admin/offers', 'Categories', 'Add category'),
    field: NAME,
  },
  {
    module: 'reviews/web/ReviewDialog.tsx',
    screen: 'offer-content',
    open: at('/admin/offer-content', 'Add New Content'),
    field: TITLE,
  },
  {
    module: 'guides/web/list/GuideDialog.tsx',
    screen: 'listicles',
    open: at('/admin/listicles', 'Add New Listicle'),
    field: TITLE,
    upload: {},
  },
  {
    module: 'guides/web/list/DuplicateGuideDialog.tsx',
    screen: 'listicles',
    open: at('/admin/listicles', 'Duplicate Listicle'),
    field: TITLE,
    save: 'Create Duplicate',
  },
  {
    module: 'guides/web/products/AddItemDialog.tsx',
    screen: 'listicles/:guideId/items',
    open: (page, { guide }) => at(`/admin/listicles/${guide}/items`, 'Add Product', 'Text')(page),
    field: /^Summary/,
    tab: 'Text',
  },
  {
    module: 'guides/web/categories/GuideCategoryDialog.tsx',
    screen: 'categories',
    open: at('/admin/categories', 'Add category'),
    field: NAME,
  },
  {
    module: 'people/web/PersonDialog.tsx',
    screen: 'people',
    open: at('/admin/people', 'Add person'),
    field: NAME,
    upload: {},
  },
  {
    module: 'accounts/web/team/MemberDialog.tsx',
    screen: 'team',
    open: at('/admin/team', 'Invite'),
    save: 'Invite',
    field: /^Username/,
  },
  {
    module: 'accounts/web/keys/KeyDialog.tsx',
    screen: 'keys',
    open: at('/admin/keys', 'Make a key'),
    save: 'Make key',
    field: NAME,
  },
  {
    module: 'sources/web/SourceDialog.tsx',
    screen: 'traffic-sources',
    open: at('/admin/traffic-sources', 'Add source'),
    field: NAME,
  },
  {
    module: 'links/web/LinkDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Edit tracking link'),
    field: NAME,
  },
  {
    module: 'links/web/destinations/AddDestinationDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Actions', 'Destinations', 'Add destination'),
    field: /^Weight/,
    save: 'Add',
  },
  {
    module: 'links/web/destinations/use-weights.ts',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Actions', 'Destinations'),
    field: /^Weight of/,
    save: 'Save weights',
  },
  {
    module: 'links/web/sharing/UtmBuilder.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Actions', 'Ad URL and QR code'),
    field: 'utm_campaign',
    save: 'Copy URL with UTM Values',
  },
  {
    module: 'links/web/rules/RuleDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Actions', 'Rules and simulator', 'Add rule'),
    field: NAME,
  },
  {
    module: 'router/web/SimulatorPanel.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Actions', 'Rules and simulator'),
    field: 'Browser',
    save: 'Simulate',
  },
  {
    module: 'link-files/web/LinkImportDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', /^Import/),
    field: 'Tracking links as CSV',
    save: 'Try It',
  },
  { module: 'costs/web/CostDialog.tsx', screen: 'costs', open: at('/admin/costs', 'Add Cost'), field: /^Amount/ },
  {
    module: 'costs/web/CostImportDialog.tsx',
    screen: 'costs',
    open: at('/admin/costs', /^Import/),
    field: 'Costs as CSV',
    save: 'Try It',
  },
  {
    module: 'costs/web/feeds/FeedDialog.tsx',
    screen: 'costs/files',
    open: at('/admin/costs/files', 'Schedule File'),
    field: NAME,
  },
  {
    module: 'budgets/web/BudgetDialog.tsx',
    screen: 'budgets',
    open: at('/admin/budgets', 'Set Budget'),
    field: /^Each Month/,
  },
  {
    module: 'statements/web/ImportTab.tsx',
    screen: 'conversions',
    open: at('/admin/conversions', 'Import'),
    field: /^Or paste it here/,
    save: 'Try It',
  },
  {
    module: 'statements/web/ReconcileTab.tsx',
    screen: 'conversions',
    open: at('/admin/conversions', 'Reconciliation'),
    field: /^Or paste it here/,
    save: 'Compare',
  },
  {
    module: 'stats/web/views/SavedViews.tsx',
    screen: 'stats/reports',
    // what is saved already is not saved again
    open: (page) => at(`/admin/stats/reports?utm_source=typed-${Date.now()}`, 'Save view')(page),
    field: NAME,
  },
  { module: 'stats/web/columns/OwnColumnDialog.tsx', screen: 'stats/reports', open: newColumn, field: NAME },
  {
    module: 'guides/web/products/RankingDialog.tsx',
    screen: 'listicles/:guideId/items',
    open: (page, { guide }) => at(`/admin/listicles/${guide}/items`, 'Scores and Order')(page),
    field: 'Badge text',
  },
  {
    module: 'links/web/destinations/EditDestinationDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Actions', 'Destinations', /^Edit (?!tracking)/),
    field: 'Label',
  },
  {
    module: 'optimiser/web/OptimiserSettingsDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Actions', 'Destinations', 'Auto-optimisation', /^(Switch on|Settings)$/),
    field: /^Floor/,
  },
  {
    module: 'media/web/PictureDialog.tsx',
    screen: 'media',
    open: async (page) => {
      await page.goto('/admin/media');
      const edit = page.getByRole('button', { name: 'Edit picture' }).first();
      const isEmpty = page.getByText(/^No picture yet/).first();
      await edit.or(isEmpty).first().waitFor();
      if (!(await edit.isVisible())) await page.getByLabel('Files to upload').setInputFiles(PICTURE);
      await edit.click();
    },
    field: 'What it shows',
  },
  {
    module: 'deliveries/web/DemoDialog.tsx',
    screen: 'traffic-sources',
    open: at('/admin/traffic-sources', 'Postback log', 'Demo postbacks'),
    field: 'Payout',
    save: 'Write demo rows',
  },
  {
    module: 'deliveries/web/TestPostbackDialog.tsx',
    screen: 'traffic-sources',
    open: async (page, { sourceToTell }) =>
      at(`/admin/traffic-sources?search=${sourceToTell}`, 'Postback log', 'Send a Test')(page),
    field: 'Payout',
    save: 'Send Now',
  },
  {
    module: 'postbacks/web/AssignClickDialog.tsx',
    screen: 'conversions',
    open: async (page, { tell }) => {
      await tell('nobody-knows', 'approved');
      await at('/admin/conversions', 'Tie To A Click')(page);
    },
    field: /^Reason/,
    save: 'Tie',
  },
  {
    module: 'conversions/web/ConversionEditDialog.tsx',
    screen: 'conversion-stats',
    open: async (page, { tell }) => {
      await tell('nobody-knows', 'approved');
      await at('/admin/conversion-stats', 'Edit Conversion')(page);
    },
    field: /^Reason/,
  },
  {
    module: 'conversions/web/ReasonDialog.tsx',
    screen: 'conversions',
    open: async (page, { tell }) => {
      await tell('nobody-knows', 'approved', 'rejected');
      await at('/admin/conversions?tab=contrary', 'Accept The Approval')(page);
    },
    field: /^Reason/,
    save: 'Accept',
  },
  {
    module: 'statements/web/AcceptDialog.tsx',
    screen: 'conversions',
    open: async (page, { tell, network }) => {
      const txid = await tell('nobody-knows', 'approved');
      await page.goto('/admin/conversions?tab=reconcile');
      await page.getByRole('combobox', { name: /Network/ }).click();
      await page.getByRole('option', { name: network.name }).click();
      const rows = `Order ID,SubID,Commission,Status\n${txid},nobody-knows,5,rejected`;
      await page.getByLabel(/^Or paste it here/).fill(rows);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByRole('button', { name: /^Choose All/ }).click();
      await page.getByRole('button', { name: /^Accept the Network/ }).click();
    },
    field: /^Reason/,
    // it names the change once it is known
    save: /^Accept(:|$)/,
  },
  {
    module: 'traces/web/HeldData.tsx',
    screen: 'timeline',
    open: async (page, { press }) => {
      const clickId = await press();
      const erase = page.getByRole('button', { name: 'Delete Personal Traces' }).first();
      await expect(async () => {
        await page.goto(`/admin/timeline?id=${clickId}`);
        await erase.click({ timeout: 2000 });
      }).toPass();
    },
    field: /^Reason/,
    save: 'Delete Traces',
  },
];

/** The field of an open form. */
export async function fieldOf(page: Page, form: TypedForm) {
  const field = page.getByRole('textbox', { name: form.field }).first();
  await expect(field).toBeVisible();
  return field;
}
