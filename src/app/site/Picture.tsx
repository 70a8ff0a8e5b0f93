import { initial } from './labels.ts';
import type { PictureImage } from './props.ts';

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

/** The size that a picture of unknown size claims, and how wide its box usually is. */
const BOX: Record<Shape, { width: number; height: number; sizes: string }> = {
  wide: { width: 720, height: 480, sizes: '(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw' },
  square: { width: 360, height: 360, sizes: '(min-width: 640px) 240px, 50vw' },
};

/** A picture in a box of fixed proportions, or a tinted tile: never a broken image, never a jump. */
export function Picture({ image, name, shape, isFirst = false, sizes }: Props) {
  if (!image) {
    return (
      <span className={`tile ${shape} tint-${name.length % 4}`} aria-hidden="true">
        {initial(name)}
      </span>
    );
  }
  const box = BOX[shape];
  const types = [...new Set(image.variants.map((one) => one.type))];
  return (
    <picture className={shape}>
      {types.map((type) => (
        <source key={type} type={type} srcSet={srcSet(image, type)} sizes={sizes ?? box.sizes} />
      ))}
      <img
        src={image.src}
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

const srcSet = (image: PictureImage, type: string): string =>
  image.variants
    .filter((one) => one.type === type)
    .map((one) => `${one.src} ${one.width}w`)
    .join(', ');
