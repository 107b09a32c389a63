import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 8;
/** 43 base62 characters carry 256 bits: no slow hash is needed for a secret that cannot be guessed. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** What secret scanners look for. */
export const API_KEY_PATTERN = /^psa_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

/** A key's public part, by which it is looked up, and the hash it is compared with. */
export interface ApiKeyParts {
  readonly key_id: string;
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
}

/** A new key: `psa_<id>_<secret>_<checksum>`. The text is shown once and never stored. */
export function makeApiKey(): ApiKeyParts & { readonly text: string } {
  const id = randomText(ID_LENGTH);
  const body = `psa_${id}_${randomText(SECRET_LENGTH)}`;
  const text = `${body}_${checksum(body)}`;
  return { text, key_id: id, hash: hashApiKey(text) };
}

/** The parts of a key. @returns undefined when the form or the checksum is wrong: a typing error needs no look-up */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const match = API_KEY_PATTERN.exec(text);
  if (match === null) return undefined;
  const [, key_id = '', secret = '', sum = ''] = match;
  return checksum(`psa_${key_id}_${secret}`) === sum ? { key_id, hash: hashApiKey(text) } : undefined;
}

/** SHA-256 of a key's whole text, in hex. */
export function hashApiKey(text: string): string {
  return hash('sha256', text);
}

/** CRC-32 in base62, as GitHub's tokens have it: finds typing errors, protects nothing. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes of 248 and above would make the first letters likelier than the others.
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  }
  return text;
}
