import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { beginning } from '../../../platform/text/letters.ts';

/** What a social image says. */
export type SocialCard = {
  brand: string;
  /** The small line over the title. */
  kicker: string;
  title: string;
  /** The line at the foot. */
  foot: string;
  /** 0 to 10, drawn as a badge; null without one. */
  score: number | null;
};

export const SOCIAL_SIZE = { width: 1200, height: 630 } as const;

const FONT = {
  font: 'Source Serif 4 Semi-Bold',
  fontfile: join(import.meta.dirname, 'fonts/SourceSerif4_600SemiBold.ttf'),
};
const MARGIN = 80;
const INK = '#10241f';
const MAX_TITLE = 150;
/** The largest that leaves the foot of the picture free is taken. */
const TITLE_SIZES = [80, 70, 60, 52, 44, 36];
const TITLE_HEIGHT = 270;

/** Draws the picture that a shared link shows. Its own font is used, so that it looks the same on a machine that has none. */
export async function drawSocialImage(card: SocialCard): Promise<Buffer> {
  const titleWidth = card.score === null ? 1040 : 750;
  const layers = [
    await line(readable(card.brand), { size: 38, colour: INK, width: 900, left: MARGIN + 76, middle: 90 }),
    await line(readable(card.kicker).toUpperCase(), {
      size: 25,
      colour: '#00795a',
      width: 1040,
      left: MARGIN,
      top: 176,
    }),
    await largest(beginning(readable(card.title) || readable(card.brand), MAX_TITLE), titleWidth),
    await line(readable(card.foot), { size: 27, colour: '#4a5e58', width: 1040, left: MARGIN, middle: 566 }),
    ...(card.score === null ? [] : await badge(card.score)),
  ];
  return sharp(Buffer.from(ground(card.score !== null)))
    .composite(layers.filter((layer) => layer !== undefined))
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer();
}

async function largest(title: string, width: number): Promise<OverlayOptions | undefined> {
  let layer: Layer | undefined;
  for (const size of TITLE_SIZES) {
    layer = await line(title, { size, colour: INK, width, left: MARGIN, top: 230 });
    if (!layer || layer.height <= TITLE_HEIGHT) break;
  }
  return layer;
}

const badge = (score: number): Promise<(Layer | undefined)[]> =>
  Promise.all([
    line(score.toFixed(1), { size: 88, colour: '#003d2b', width: 220, centre: 1010, middle: 318 }),
    line('out of 10', { size: 27, colour: '#003d2b', width: 220, centre: 1010, middle: 392 }),
  ]);

type Place = { size: number; colour: string; width: number } & ({ left: number } | { centre: number }) &
  ({ top: number } | { middle: number });
type Layer = OverlayOptions & { height: number };

/** One text as a layer; undefined for an empty one. */
async function line(text: string, place: Place): Promise<Layer | undefined> {
  if (!text) return undefined;
  const { data, info } = await sharp({
    text: {
      ...FONT,
      text: `<span foreground="${place.colour}" size="${place.size * 1024}" line_height="0.88">${escapeMarkup(text)}</span>`,
      width: place.width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return {
    input: data,
    height: info.height,
    left: 'left' in place ? place.left : Math.round(place.centre - info.width / 2),
    top: 'top' in place ? place.top : Math.round(place.middle - info.height / 2),
  };
}

/** The font has Latin, Greek and Cyrillic. A text that is mostly of other scripts is left out, because it would come out as boxes. */
export function readable(text: string): string {
  const known = text.replace(
    /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Sc}\p{Zs}\p{Mn}+=<>|~^№°®™©×÷±−]/gu,
    '',
  );
  const clean = known.replace(/\s+/g, ' ').trim();
  return clean.length >= text.trim().length * 0.6 ? clean : '';
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Everything but the words: the mark, the colours of the house, and the round of the score. */
const ground = (
  hasScore: boolean,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_SIZE.width}" height="${SOCIAL_SIZE.height}">
<rect width="1200" height="630" fill="#f4faf7"/>
<g fill="none" stroke="#d9fbef" stroke-width="3">${Array.from({ length: 9 }, (_unused, i) => `<circle cx="1130" cy="60" r="${90 + i * 62}"/>`).join('')}</g>
<rect y="612" width="1200" height="18" fill="#01e3a0"/>
<g transform="translate(${MARGIN} 62) scale(1.75)"><rect width="32" height="32" rx="9" fill="#01E3A0"/><path d="M16 26V7M16 9h8l3 3-3 3h-8M16 17H9l-3 3 3 3h7" fill="none" stroke="#003D2B" stroke-width="2.4"/></g>
${hasScore ? '<circle cx="1010" cy="335" r="128" fill="#01e3a0"/><circle cx="1010" cy="335" r="142" fill="none" stroke="#01e3a0" stroke-width="3"/>' : ''}
</svg>`;
