import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { publicGuide } from '../../../features/guides/server/reading.ts';
import { getSettings } from '../../../features/settings/server/service.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { count, longDate } from '../../site/labels.ts';
import type { SocialCard } from './social-image.ts';
import { reviewBySlug } from '../../../features/reviews/server/reading.ts';

/** What a social image is of. */
export type SocialSubject = { kind: 'site' } | { kind: 'guide'; id: number } | { kind: 'review'; slug: string };

/** A drawn image; `tag` names its bytes. */
export type SocialImage = { png: Buffer; tag: string };

/** Social images by what they are of; undefined for what the public may not read. */
export type SocialImages = (subject: SocialSubject) => Promise<SocialImage | undefined>;

const MAX_KEPT = 500;

/** Draws an image when its words have changed. */
export function createSocialImages({ db, clock }: Pick<Deps, 'db' | 'clock'>): SocialImages {
  const kept = new LRUCache<string, SocialImage>({ max: MAX_KEPT });
  let last: Promise<unknown> = Promise.resolve();

  /** One drawing at a time: a crowd of crawlers leaves the other cores to readers. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function cardOf(subject: SocialSubject): Promise<SocialCard | undefined> {
    const { brand, tagline, time_zone: zone } = await getSettings(db);
    if (subject.kind === 'site') return { brand, kicker: 'Guides and reviews', title: tagline, foot: '', score: null };
    const shown =
      subject.kind === 'guide'
        ? await publicGuide(db, subject.id, clock())
        : await reviewBySlug(db, subject.slug, clock());
    if (typeof shown === 'string' || 'movedTo' in shown) return undefined;
    const card = { brand, title: shown.title, foot: `Updated ${longDate(shown.updated_at, zone)}` };
    return 'items' in shown
      ? { ...card, kicker: `Guide · ${count(shown.items.length, 'product')} compared`, score: null }
      : { ...card, kicker: `Review · ${shown.offer.name}`, score: shown.score };
  }

  return async (subject) => {
    const key = JSON.stringify(subject);
    const card = await cardOf(subject);
    if (!card) return undefined;
    const tag = hash('sha256', JSON.stringify(card), 'base64url').slice(0, 16);
    const before = kept.get(key);
    if (before?.tag === tag) return before;
    // the library of pictures is loaded when the first one is drawn
    const { drawSocialImage } = await import('./social-image.ts');
    const image = { png: await inTurn(() => drawSocialImage(card)), tag };
    kept.set(key, image);
    return image;
  };
}
