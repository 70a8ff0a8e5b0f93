import { initial } from './labels.ts';

type Props = {
  src: string | null;
  alt: string;
  /** What the tile shows the first letter of when there is no picture. */
  name: string;
  shape: 'wide' | 'square';
  /** The one picture that is seen first; all others wait until they come near. */
  isFirst?: boolean;
};

/** A picture in a box of fixed proportions, or a tinted tile: never a broken image, never a jump. */
export function Picture({ src, alt, name, shape, isFirst = false }: Props) {
  if (!src) {
    return (
      <span className={`tile ${shape} tint-${name.length % 4}`} aria-hidden="true">
        {initial(name)}
      </span>
    );
  }
  const [width, height] = shape === 'wide' ? [720, 480] : [360, 360];
  return (
    <img
      className={shape}
      src={src}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
    />
  );
}
