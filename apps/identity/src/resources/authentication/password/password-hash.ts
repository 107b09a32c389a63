import { scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { assertOutsideTransaction } from '@psa/postgres-kit';
import { limitConcurrency } from '@psa/work-kit';
import { yieldThreads } from './yielding-threads.ts';

/** Cost as OWASP sets it for Argon2id: 19 MiB and two passes, some hundredths of a second a guess. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 };

/** One core is left to everything else, however many sign in at the same moment. */
const bounded = limitConcurrency(Math.max(1, availableParallelism() - 1));
let yielding = false;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  assertOutsideTransaction('A password hash');
  const result = await bounded(work);
  if (!yielding) yieldThreads();
  yielding = true;
  return result;
}

/** What passwords were hashed by before. */
const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const runScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** A password's hash with all that is needed to check it, as a PHC string. Runs off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), COST));
}

/** Whether a password belongs to a hash; the costs are the hash's own, so that they can be raised without locking anybody out. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, ln, r, p, salt, expected] = SCRYPT.exec(stored) ?? [];
  if (salt !== undefined && expected !== undefined) {
    return inTurn(() =>
      verifyScrypt(password, Buffer.from(salt, 'base64'), Buffer.from(expected, 'base64'), { ln: Number(ln), r: Number(r), p: Number(p) }),
    );
  }
  if (argon2Costs(stored) === undefined) return false;
  return inTurn(() => verify(stored, normalized(password)));
}

/** Whether a password that was just checked should be hashed anew, because hashes are made otherwise today. */
export function isOutdatedHash(stored: string): boolean {
  const costs = argon2Costs(stored);
  return (
    costs === undefined ||
    costs.algorithm !== COST.algorithm ||
    costs.memoryCost !== COST.memoryCost ||
    costs.timeCost !== COST.timeCost ||
    costs.parallelism !== COST.parallelism
  );
}

let nobodys: Promise<string> | undefined;

/** Takes as long as a check that fails, for those who are nobody or have no password: the time an answer takes tells nothing. */
export async function verifyDummyHash(password: string): Promise<false> {
  const stored = await (nobodys ??= hashPassword(crypto.randomUUID()));
  await inTurn(() => verify(stored, normalized(password)));
  return false;
}

/** Beyond this a password is no password; hashing longer ones would only take time. */
const LONGEST_PASSWORD = 1024;

/** What a password is checked against; null for nobody, and for those who have none. */
export type CheckPassword = (password: string, stored: string | null) => Promise<boolean>;

/** Whether a password is right. One hash is computed whatever there is to check it against. */
export const checkPassword: CheckPassword = (password, stored) => {
  const checkable = stored !== null && password.length <= LONGEST_PASSWORD;
  return checkable ? verifyPassword(password, stored) : verifyDummyHash(password.slice(0, LONGEST_PASSWORD));
};

function argon2Costs(stored: string): ReturnType<typeof parseOptions> | undefined {
  if (!stored.startsWith('$argon2')) return undefined;
  try {
    return parseOptions(stored);
  } catch {
    return undefined;
  }
}

async function verifyScrypt(
  password: string,
  salt: Buffer,
  expected: Buffer,
  { ln, r, p }: { ln: number; r: number; p: number },
): Promise<boolean> {
  const N = 2 ** ln;
  return timingSafeEqual(await runScrypt(normalized(password), salt, expected.length, { N, r, p, maxmem: 128 * N * r * 2 }), expected);
}

/** The same password typed on another system may arrive in another composition. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
