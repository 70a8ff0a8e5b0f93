import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';

/** The key of an installation, sealed by a passphrase; all in base64. */
export type SealedKey = {
  kdf: 'scrypt';
  n: number;
  r: number;
  p: number;
  salt: string;
  iv: string;
  tag: string;
  body: string;
};

/** 128 MiB and some tenths of a second for each guess (RFC 7914; OWASP asks for as much, looked up 2026-11). */
const COST = { n: 2 ** 17, r: 8, p: 1 };

const derive = (passphrase: string, salt: Buffer, { n, r, p }: typeof COST): Promise<Buffer> =>
  new Promise((done, fail) => {
    const options: ScryptOptions = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => (error ? fail(error) : done(key)));
  });

export async function sealKey(key: Buffer, passphrase: string): Promise<SealedKey> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, COST), iv);
  const body = Buffer.concat([cipher.update(key), cipher.final()]);
  const texts = { salt, iv, tag: cipher.getAuthTag(), body };
  const inBase64 = Object.fromEntries(Object.entries(texts).map(([name, bytes]) => [name, bytes.toString('base64')]));
  return { kdf: 'scrypt', ...COST, ...(inBase64 as Record<keyof typeof texts, string>) };
}

/** @throws Error when the passphrase is another one */
export async function openKey(sealed: SealedKey, passphrase: string): Promise<Buffer> {
  const [salt, iv, tag, body] = [sealed.salt, sealed.iv, sealed.tag, sealed.body].map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const decipher = createDecipheriv('aes-256-gcm', await derive(passphrase, salt, sealed), iv, { authTagLength: 16 });
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw new Error('The key of this backup does not open by this passphrase: is BACKUP_PASSPHRASE the one of then?', {
      cause,
    });
  }
}
