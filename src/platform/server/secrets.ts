import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Seals what the database must hold but a stolen dump must not tell: AES-256-GCM under a key outside the database. */
export type Secrets = {
  seal(plain: string): string;
  /** @throws when the text was sealed under neither key, or was changed */
  open(sealed: string): string;
  /** @returns the text sealed anew; undefined for one that was sealed as it would be now. @throws as `open` does */
  sealAnew(sealed: string): string | undefined;
};

/** How a text was sealed stands in front of it, so that another way can come; what has none is of before December 2026. */
const PRESENT = '1.';

/** @param key 32 bytes. @param former the key of before, whose texts are still opened */
export function createSecrets(key: Buffer, former?: Buffer): Secrets {
  const seal = (plain: string): string => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return PRESENT + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  };
  const openBy = (by: Buffer, sealed: string): string => {
    const raw = Buffer.from(sealed.startsWith(PRESENT) ? sealed.slice(PRESENT.length) : sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', by, raw.subarray(0, 12));
    decipher.setAuthTag(raw.subarray(12, 28));
    return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8');
  };
  const read = (sealed: string): { plain: string; isPresent: boolean } => {
    try {
      return { plain: openBy(key, sealed), isPresent: sealed.startsWith(PRESENT) };
    } catch (error) {
      if (former === undefined) throw error;
      return { plain: openBy(former, sealed), isPresent: false };
    }
  };
  return {
    seal,
    open: (sealed) => read(sealed).plain,
    sealAnew(sealed) {
      const { plain, isPresent } = read(sealed);
      return isPresent ? undefined : seal(plain);
    },
  };
}

/** Reads the 32-byte key of this installation, or makes it at the first start (mode 0600). */
export function loadKey(path: string): Buffer {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  }
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
  if (key.length !== 32)
    throw new Error('The key file of the data folder is damaged: restore secret.key from a backup.');
  return key;
}

/** SHA-256 as hex: how tokens and keys with at least 120 random bits are stored for look-up. */
export const sha256 = (text: string): string => hash('sha256', text);
