import type { Page } from '@playwright/test';
import { type Api, expect } from './fixtures.ts';

/** A form of the back office as its test opens it and types into it. */
export type TypedForm = {
  /** The module that makes the form, below src/features. */
  module: string;
  /** Its screen, as the route table names it. */
  screen: string;
  /** Where it stands, and how it is opened there. */
  open: (page: Page, ids: Ids) => Promise<void>;
  /** The label of the field that is typed into. */
  field: string | RegExp;
  /** A button that sends it; the dialog's own when left out. */
  save?: string;
  /** Edits are kept on the server while somebody types. */
  hasAutosave?: true;
  /** The part of the form with a picture. */
  upload?: { tab?: string };
};

/** Records of the sample that the forms are of. */
export type Ids = { guide: number; product: number; review: number };

export async function findIds(api: Api): Promise<Ids> {
  type List = { data: { id: number }[] };
  const guide = (await api<List>('GET', '/admin/listicles')).data[0]!.id;
  const product = (await api<List>('GET', `/admin/listicles/${guide}/items`)).data[0]!.id;
  const review = (await api<List>('GET', '/admin/offer-content')).data[0]!.id;
  return { guide, product, review };
}

/** Opens a screen and presses buttons, one after the other: of the first row, of a dialog, of the screen. */
const at =
  (address: string, ...buttons: (string | RegExp)[]) =>
  async (page: Page) => {
    await page.goto(address);
    // what lies behind a dialog is hidden from the roles
    for (const name of buttons)
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .or(page.getByRole('tab', { name }))
        .first()
        .click();
  };

const NAME = /^Name/;
const TITLE = /^Title/;

/** Every form that the routes lead to. */
export const TYPED_FORMS: readonly TypedForm[] = [
  {
    module: 'guides/web/GuideEditor.tsx',
    screen: 'listicles/:listicleId/edit',
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
    module: 'guides/web/ItemEditor.tsx',
    screen: 'listicles/:listicleId/items/:itemId',
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
    module: 'offers/web/CategoryDialog.tsx',
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
    module: 'guides/web/GuideDialog.tsx',
    screen: 'listicles',
    open: at('/admin/listicles', 'Add New Listicle'),
    field: TITLE,
    upload: {},
  },
  {
    module: 'guides/web/DuplicateGuideDialog.tsx',
    screen: 'listicles',
    open: at('/admin/listicles', 'Duplicate Listicle'),
    field: TITLE,
    save: 'Create Duplicate',
  },
  {
    module: 'guides/web/AddItemDialog.tsx',
    screen: 'listicles/:listicleId/items',
    open: (page, { guide }) => at(`/admin/listicles/${guide}/items`, 'Add Product', 'Text')(page),
    field: /^Summary/,
  },
  {
    module: 'guides/web/GuideCategoryDialog.tsx',
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
    module: 'links/web/AddDestinationDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Destinations', 'Add destination'),
    field: /^Weight/,
    save: 'Add',
  },
  {
    module: 'links/web/RuleDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Rules and simulator', 'Add rule'),
    field: NAME,
  },
  {
    module: 'links/web/SimulatorPanel.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', 'Rules and simulator'),
    field: 'Browser',
    save: 'Simulate',
  },
  {
    module: 'links/web/LinkImportDialog.tsx',
    screen: 'tracking-links',
    open: at('/admin/tracking-links', /^Import/),
    field: 'Tracking links as CSV',
    save: 'Try It',
  },
  {
    module: 'conversions/web/CostDialog.tsx',
    screen: 'costs',
    open: at('/admin/costs', 'Add Cost'),
    field: /^Amount/,
  },
  {
    module: 'conversions/web/CostImportDialog.tsx',
    screen: 'costs',
    open: at('/admin/costs', /^Import/),
    field: 'Costs as CSV',
    save: 'Try It',
  },
  {
    module: 'conversions/web/ImportTab.tsx',
    screen: 'conversions',
    open: at('/admin/conversions', 'Import'),
    field: /^Or paste it here/,
    save: 'Try It',
  },
  {
    module: 'conversions/web/ReconcileTab.tsx',
    screen: 'conversions',
    open: at('/admin/conversions', 'Reconcile'),
    field: /^Or paste it here/,
    save: 'Compare',
  },
  {
    module: 'stats/web/SavedViews.tsx',
    screen: 'stats/reports',
    open: at('/admin/stats/reports', 'Save view'),
    field: NAME,
  },
];

/** Forms of records that the sample does not hold; they are made of the same parts, and their letters are kept by the same hook. */
export const NOT_OPENED: readonly string[] = [
  'conversions/web/AcceptDialog.tsx',
  'conversions/web/AssignClickDialog.tsx',
  'conversions/web/ConversionEditDialog.tsx',
  'conversions/web/HeldData.tsx',
  'conversions/web/ReasonDialog.tsx',
  'conversions/web/DemoDialog.tsx',
  'conversions/web/TestPostbackDialog.tsx',
  'guides/web/RankingDialog.tsx',
  'links/web/EditDestinationDialog.tsx',
  'links/web/OptimiserSettingsDialog.tsx',
  'media/web/PictureDialog.tsx',
];

/** The field of an open form. */
export async function fieldOf(page: Page, form: TypedForm) {
  const field = page.getByRole('textbox', { name: form.field }).first();
  await expect(field).toBeVisible();
  return field;
}
