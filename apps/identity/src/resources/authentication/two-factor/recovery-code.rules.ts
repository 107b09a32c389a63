import { createHash, randomBytes } from 'node:crypto';

/** Crockford's base32: nothing in it is taken for something else when it is read off paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const COUNT = 10;
const LENGTH = 16;
const GROUP = /.{4}(?!$)/g;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** @returns ten codes of 80 bits each, in groups of four letters */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    [...randomBytes(LENGTH)]
      .map((byte) => ALPHABET[byte % 32])
      .join('')
      .replaceAll(GROUP, '$&-'),
  );
}

/** A code as it was made, from what somebody typed. @returns undefined when it cannot be one */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return CODE.test(code) ? code : undefined;
}

/** A code has as much chance in it as a key: a fast hash is enough. Bound to its user, so that it says nothing in another row. */
export function hashRecoveryCode(code: string, { tenant, userId }: { tenant: string; userId: string }): string {
  return createHash('sha256')
    .update(`${tenant}|${userId}|${readRecoveryCode(code) ?? ''}`)
    .digest('hex');
}
