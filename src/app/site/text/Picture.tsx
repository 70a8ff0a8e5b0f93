import { initial } from '../../../platform/text/letters.ts';
import type { PictureImage } from '../props.ts';

type Shape = 'wide' | 'square';

type Props = {
  image: PictureImage | null;
  /** What the tile shows the first letter of when there is no picture. */
  name: string;
  /** The proportions of its box, which it fills. */
  shape: Shape;
  /** The one picture that is seen first; all others wait until they come near. */
  isFirst?: boolean;
  /** How wide the box is, as `sizes` of HTML has it; said where it is not the usual one of its shape. */
  sizes?: string;
};

/** The size that a picture of unknown size claims, how wide its box usually is, and the width beyond which no eye sees more in it. */
const BOX: Record<Shape, { width: number; height: number; sizes: string; enough: number }> = {
  wide: {
    width: 720,
    height: 480,
    sizes: '(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw',
    enough: Infinity,
  },
  square: { width: 360, height: 360, sizes: '240px', enough: 640 },
};

/** How wide the one form is that a browser without the best format gets. */
const PLAIN_WIDTH = 640;

/**
 * A picture in a box of fixed proportions, or a tinted tile: never a broken image, never a jump. The best format in its
 * widths, for the few browsers without AVIF a WebP of middle size, and what was uploaded only where there is neither.
 */
export function Picture({ image, name, shape, isFirst = false, sizes }: Props) {
  if (!image) {
    return (
      <span className={`tile ${shape} tint-${name.length % 4}`} aria-hidden="true">
        {initial(name)}
      </span>
    );
  }
  const box = BOX[shape];
  const useful = image.variants.filter((one) => one.width <= box.enough);
  // AVIF stands before WebP
  const best = useful.filter((one) => one.type === useful[0]!.type);
  const webp = useful.filter((one) => one.type === 'image/webp');
  const plain = webp.find((one) => one.width >= PLAIN_WIDTH) ?? webp.at(-1);
  return (
    <picture className={shape}>
      {best.length > 0 && <source type={best[0]!.type} srcSet={srcSet(best)} sizes={sizes ?? box.sizes} />}
      <img
        src={plain?.src ?? image.src}
        alt={image.alt}
        width={image.width ?? box.width}
        height={image.height ?? box.height}
        decoding="async"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
      />
    </picture>
  );
}

const srcSet = (variants: PictureImage['variants']): string =>
  variants.map((one) => `${one.src} ${one.width}w`).join(', ');
