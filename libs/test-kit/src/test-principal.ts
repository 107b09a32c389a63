import { randomUUID } from 'node:crypto';
import { type PermissionName, permissions as catalogue } from '@psa/contract-kit';
import { INTERNAL_ISSUER, principalVerifier, type VerifyPrincipal } from '@psa/http-kit';
import { generateKeyPair, type CryptoKey, SignJWT } from 'jose';

/** Who a test calls as. */
export interface TestCaller {
  readonly tenant: string;
  readonly userId: string;
  readonly userType: 'internal' | 'client';
  readonly clientId?: string;
  readonly permissions: readonly PermissionName[];
  /** An API key when absent. */
  readonly credential?: 'api_key' | 'session';
  /** The key's id, where it is a key there is. */
  readonly credentialId?: string;
  /** How the key is restricted; not at all when absent. */
  readonly restricted?: 'permissions' | 'use';
}

export const everyPermission: readonly PermissionName[] = catalogue.map(({ name }) => name);

/** A caller of a new tenant who may do everything, unless said otherwise. */
export function caller(given: Partial<TestCaller> = {}): TestCaller {
  return { tenant: randomUUID(), userId: randomUUID(), userType: 'internal', permissions: everyPermission, ...given };
}

const keys = generateKeyPair('EdDSA', { crv: 'Ed25519' });

/** Verifies tokens signed by {@link signToken} the way a service verifies the gateway's. */
export async function testVerifier(service: string): Promise<VerifyPrincipal> {
  const { publicKey } = await keys;
  return principalVerifier(service, async () => publicKey as CryptoKey);
}

const tokens = new WeakMap<TestCaller, Map<string, Promise<string>>>();

/** An internal token as the gateway would mint it, valid for an hour. */
export function signToken(who: TestCaller, service: string): Promise<string> {
  const known = tokens.get(who) ?? new Map<string, Promise<string>>();
  tokens.set(who, known);
  const token = known.get(service) ?? mint(who, service);
  known.set(service, token);
  return token;
}

async function mint(who: TestCaller, service: string): Promise<string> {
  const { privateKey } = await keys;
  return new SignJWT({
    tenant: who.tenant,
    user_type: who.userType,
    client_id: who.clientId,
    permissions: who.permissions.join(' '),
    credential: { type: who.credential ?? 'api_key', id: who.credentialId ?? randomUUID(), restricted: who.restricted },
  })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(who.userId)
    .setIssuer(INTERNAL_ISSUER)
    .setAudience(service)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
}
