import { imagesByUrl } from '../../../features/media/server/service.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { PictureImage } from '../props.ts';

/** From an address that content names to a picture that a page can show; null stays null. */
export type PictureOf = (url: string | null, alt?: string | null) => PictureImage | null;

/** Looks up every picture of a page at once. @param urls all that will be asked for; null and repeats do no harm */
export async function loadPictures(db: Db, urls: readonly (string | null)[]): Promise<PictureOf> {
  const stored = await imagesByUrl(
    db,
    urls.filter((url) => url !== null),
  );
  return (url, alt) => {
    if (!url) return null;
    const found = stored.get(url);
    return {
      src: url,
      width: found?.width ?? null,
      height: found?.height ?? null,
      variants: found?.variants ?? [],
      alt: alt ?? '',
    };
  };
}
