import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 as lowercase hex of the text's UTF-8. For where `node:crypto` is not: the same answer in a browser, without a promise. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
