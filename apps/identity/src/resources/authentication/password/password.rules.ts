import { type ApiError, invalidField } from '@psa/contract-kit';

/** What those who guess passwords try first, as far as it has eight characters. */
const COMMON = new Set(
  `
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword p@ssword1 12345678 123456789 1234567890 123123123 11111111 00000000 87654321
  88888888 12341234 11223344 01234567 123456789a a1234567 abcd1234 abc12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qwer1234 qwerty12 qwerty123 qwerty1234
  qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm1 asdf1234 iloveyou iloveyou1 sunshine princess football baseball basketball superman batman123 trustno1
  whatever starwars computer internet dragon123 monkey123 letmein1 letmein123 welcome1 welcome12 welcome123 admin123 admin1234 administrator changeme
  changeme1 changeme123 default1 master123 michelle jennifer charlie1 summer2024 summer2025 summer2026 winter2025 winter2026 test1234 testtest
  secret123 mustang1 corvette midnight hello123 freedom1 samsung1 liverpool chocolate
`
    .split(/\s+/)
    .filter(Boolean),
);

export type PasswordComposition = 'any' | 'mixed';

/** What else of a user is easy to guess. */
export interface AroundPassword {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
}

/** Why a password is too easy to guess; undefined when it is not. */
export function passwordWeakness(password: string, around: AroundPassword, composition: PasswordComposition): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase();
  if (COMMON.has(plain)) return 'is one of the passwords everybody tries first';
  if (new Set(plain).size < 4) return 'repeats too few characters';
  const known = [around.username, around.email, around.email?.split('@')[0]].map((text) => text?.toLowerCase());
  if (known.some((text) => text !== undefined && text === plain)) return 'is the same as the username or the address';
  if (composition === 'mixed' && ![/\p{Lu}/u, /\p{Ll}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].every((kind) => kind.test(password))) {
    return 'must hold an upper-case and a lower-case letter, a digit and another character';
  }
  return undefined;
}

/** @throws VALIDATION_ERROR naming the field */
export function requireGoodPassword(
  password: string,
  field: string | (string | number)[],
  around: AroundPassword,
  composition: PasswordComposition,
): void {
  const weakness = passwordWeakness(password, around, composition);
  if (weakness !== undefined) throw invalidField(field, weakness, 'weak_password');
}

/** @throws VALIDATION_ERROR naming the field: for passwords that come from a form, which takes any text */
export function requireLength(password: string, field: string): void {
  if (password.length < 8) throw invalidField(field, 'must have 8 characters at least', 'too_small');
  if (password.length > 128) throw invalidField(field, 'must have 128 characters at most', 'too_big');
}

/** @throws VALIDATION_ERROR naming confirm_password */
export function requireSamePassword(password: string, confirmation: string): void {
  if (password !== confirmation) throw invalidField('confirm_password', 'is not the same as the new password', 'mismatch');
}

/** One's own password takes the current one, or a session left open would be enough to take an account over. */
export function wrongCurrentPassword(): ApiError {
  return invalidField('current_password', 'is not the current password', 'wrong_password');
}
