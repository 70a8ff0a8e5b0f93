import { sha256 } from '@noble/hashes/sha2.js';

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

/** SHA-256 as lowercase hex of the text's UTF-8. For where `node:crypto` is not: the same answer in a browser, without a promise. */
export const sha256Hex = (text: string): string => Array.from(sha256(new TextEncoder().encode(text)), hexOf).join('');
