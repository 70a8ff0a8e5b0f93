import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../platform/time.ts';
import type { Subject } from '../contract.ts';

const DAYS = 7;

/** Links by which somebody without a login sees a record with the unsaved edits of one editor over it. */
export type PreviewLinks = {
  /** @param userId whose edits are shown */
  sign(subject: Subject, userId: number): { token: string; expiresAt: Date };
  /** @returns whose edits are shown; undefined for a link that is over, forged, or of another record */
  open(subject: Subject, token: string): number | undefined;
};

/** @param key 32 bytes that every instance shares */
export function createPreviewLinks(key: Buffer, clock: Clock): PreviewLinks {
  const macOf = ({ kind, id }: Subject, body: string): Buffer =>
    createHmac('sha256', key).update(`preview ${kind} ${id} ${body}`).digest();
  return {
    sign(subject, userId) {
      const expiresAt = new Date(clock().getTime() + DAYS * 24 * 3_600_000);
      const body = `${userId}.${expiresAt.getTime().toString(36)}`;
      return { token: `${body}.${macOf(subject, body).toString('base64url')}`, expiresAt };
    },
    open(subject, token) {
      const [, body, userId, expires, mac] = /^(([1-9]\d{0,9})\.([0-9a-z]{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
      if (!body || !mac) return undefined;
      const given = Buffer.from(mac, 'base64url');
      if (given.length !== 32 || !timingSafeEqual(given, macOf(subject, body))) return undefined;
      return clock().getTime() < Number.parseInt(expires!, 36) ? Number(userId) : undefined;
    },
  };
}
