import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';

const base64 = z.base64().max(200);

/** A key that is sealed to the public half of a pair: whoever seals it cannot open it. All in base64 but the recipient. */
export const SealedToRecipient = z.strictObject({
  recipient: z.string().max(100),
  /** The public half of a pair that was made for this alone. */
  ephemeral: base64,
  iv: base64,
  tag: base64,
  body: base64,
});
export type SealedToRecipient = z.infer<typeof SealedToRecipient>;

const PUBLIC = 'x25519:';
const PRIVATE = 'x25519-private:';
const PURPOSE = 'guidepost backup key';

/** `recipient` is public and goes into BACKUP_RECIPIENT; `secret` opens what is sealed to it. */
export function newRecipient(): { recipient: string; secret: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { recipient: PUBLIC + rawPublic(publicKey), secret: PRIVATE + rawPrivate(privateKey) };
}

export const isRecipientSecret = (text: string): boolean => text.trim().startsWith(PRIVATE);

const rawPublic = (key: KeyObject): string => padded(key.export({ format: 'jwk' }).x!);
const rawPrivate = (key: KeyObject): string => padded(key.export({ format: 'jwk' }).d!);
const padded = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('base64');
const inUrl = (text: string): string => Buffer.from(text, 'base64').toString('base64url');

const publicOf = (raw: string): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x: inUrl(raw) } });

/** Both public halves go in, so that a key sealed to one recipient is none of another. */
const keyOf = (mine: KeyObject, theirs: KeyObject, ephemeral: string, recipient: string): Buffer =>
  Buffer.from(
    hkdfSync(
      'sha256',
      diffieHellman({ privateKey: mine, publicKey: theirs }),
      '',
      `${PURPOSE} ${ephemeral} ${recipient}`,
      32,
    ),
  );

export function sealToRecipient(key: Buffer, recipient: string): SealedToRecipient {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const ephemeral = rawPublic(publicKey);
  const iv = randomBytes(12);
  const shared = keyOf(privateKey, publicOf(recipient.slice(PUBLIC.length)), ephemeral, recipient);
  const cipher = createCipheriv('aes-256-gcm', shared, iv);
  const body = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    recipient,
    ephemeral,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    body: body.toString('base64'),
  };
}

/** @param secret the text of the file that was made with the recipient @throws Error when it is that of another one */
export function openAsRecipient({ recipient, ephemeral, iv, tag, body }: SealedToRecipient, secret: string): Buffer {
  try {
    const d = inUrl(secret.trim().slice(PRIVATE.length));
    const x = inUrl(recipient.slice(PUBLIC.length));
    const mine = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', d, x } });
    const shared = keyOf(mine, publicOf(ephemeral), ephemeral, recipient);
    const decipher = createDecipheriv('aes-256-gcm', shared, Buffer.from(iv, 'base64'), { authTagLength: 16 });
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64')), decipher.final()]);
  } catch (cause) {
    throw new Error(`The key of this backup is sealed to ${recipient}: this is not the private half of that.`, {
      cause,
    });
  }
}
