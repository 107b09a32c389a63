import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Cost as OWASP sets it for scrypt: 128 MiB and some tenths of a second a guess. */
const COST = { ln: 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A password's hash with all that is needed to check it, as a PHC string. Runs off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await run(password, salt, HASH_BYTES, COST);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(hash)}`;
}

/** Whether a password belongs to a hash; the costs are the hash's own, so that they can be raised without locking anybody out. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, ln, r, p, salt, hash] = FORMAT.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64');
  const actual = await run(password, Buffer.from(salt, 'base64'), expected.length, { ln: Number(ln), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected);
}

function run(password: string, salt: Buffer, length: number, { ln, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** ln;
  // The same password typed on another system may arrive in another composition.
  return derive(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 128 * N * r * 2 });
}

/** PHC strings carry no padding. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
