/** Methods of RFC 8176 by what they prove. */
const KNOWN = ['pwd', 'pin', 'kba'];
const POSSESSED = ['otp', 'hwk', 'swk', 'sc', 'pop', 'sms', 'tel'];
const INHERENT = ['face', 'fpt', 'iris', 'retina', 'vbm'];

/**
 * Whether a provider says that it has checked two factors of different kinds.
 * @param amr the claim of the ID token: authentication methods (RFC 8176)
 */
export function provesTwoFactors(amr: unknown): boolean {
  if (!Array.isArray(amr)) return false;
  if (amr.includes('mfa')) return true;
  return [KNOWN, POSSESSED, INHERENT].filter((kind) => kind.some((method) => amr.includes(method))).length > 1;
}
