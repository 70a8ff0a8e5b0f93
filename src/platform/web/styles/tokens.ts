/** The colours of both rooms. `tokens.css` holds the same values; a test keeps them equal. */
export const colors = {
  ink: '#10241F',
  inkSoft: '#4A5E58',
  line: '#E1EBE7',
  lineStrong: '#82968F',
  surface: '#F4FAF7',
  white: '#FFFFFF',
  /** Fill only, under `ink` or `onBrand`: on white it has 1.7:1. */
  brand: '#01E3A0',
  brandHover: '#00CF92',
  onBrand: '#003D2B',
  /** Brand as text, link, outline or focus ring (5.4:1 on white). */
  brandText: '#00795A',
  brandTint: '#D9FBEF',
  onBrandTint: '#005F46',
  warningTint: '#FFF4DC',
  warning: '#9A5B00',
  error: '#B3261E',
  errorTint: '#FDECEA',
  infoTint: '#E6F0F8',
  info: '#1F5B87',
} as const;

/** Steps of the space scale, in px. */
export const space = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 24, 6: 32, 7: 48, 8: 64, 9: 96 } as const;

/** Corner radii, in px. */
export const radius = { control: 8, card: 14, badge: 999 } as const;

/** Font stacks; no web fonts. */
export const fonts = {
  heading: "'Iowan Old Style', Charter, 'Palatino Linotype', Georgia, serif",
  text: 'system-ui, sans-serif',
  mono: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
} as const;

/** The one shadow, for what floats: drawer, menu, dialog. */
export const shadow = '0 8px 30px rgb(16 36 31 / 0.14)';

/** Sizes of the layout, in px, as the spec fixes them. */
export const sizes = {
  appBar: 64,
  adminDrawer: 240,
  publicDrawer: 280,
  content: 1280,
  disclaimer: 900,
  formDialog: 700,
  confirmDialog: 500,
  tableRow: 44,
} as const;

/** Duration of transitions, in ms. */
export const motion = { short: 150, long: 200 } as const;
