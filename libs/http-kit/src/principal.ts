import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Actor,
  ApiError,
  isClientPermission,
  isPermissionName,
  type PermissionName,
  requiredPermissions,
  type Route,
  type TenantId,
  tenantId,
} from '@psa/contract-kit';
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { unavailable } from './error-mapping.ts';
import type { PeerFetch } from './tls/peer-fetch.ts';

export const INTERNAL_ISSUER = 'psa-gateway';

/** Claims of the token the gateway mints for one caller and one service. */
export const InternalClaims = z.object({
  sub: z.string().describe('User id'),
  tenant: z.guid(),
  user_type: z.enum(['internal', 'client']),
  credential: z.object({
    type: z.enum(['api_key', 'session']),
    id: z.string(),
    restricted: z
      .enum(['permissions', 'use'])
      .optional()
      .describe('Of a key that may do less than its owner: in permissions, or only in where and when it is used'),
  }),
  client_id: z.guid().optional().describe('Client of a client-portal user'),
  permissions: z.string().describe('The permissions this service asks about and the caller holds, separated by blanks'),
  exp: z.number(),
});
export type InternalClaims = z.infer<typeof InternalClaims>;

/** Who calls, as proved by the gateway. */
export interface Principal {
  readonly tenant: TenantId;
  readonly userId: string;
  readonly userType: 'internal' | 'client';
  readonly credential: InternalClaims['credential'];
  readonly clientId: string | undefined;
  readonly permissions: ReadonlySet<PermissionName>;
  readonly actor: Actor;
}

export function principalFrom({ sub, tenant, user_type, credential, client_id, permissions }: InternalClaims): Principal {
  return principalOf({ tenant, user_id: sub, user_type, client_id, credential, permissions: permissions.split(' ') });
}

/** An identified caller, as the identity service describes one. */
export interface IdentifiedCaller {
  readonly tenant: string;
  readonly user_id: string;
  readonly user_type: 'internal' | 'client';
  /** Client of a client-portal user. */
  readonly client_id: string | null | undefined;
  readonly credential: Principal['credential'];
  readonly permissions: readonly string[];
}

/** The principal of an identified caller. Client-portal users keep only the permissions they can hold, whatever their roles grant. */
export function principalOf({ tenant, user_id, user_type, client_id, credential, permissions }: IdentifiedCaller): Principal {
  const held = permissions.filter(isPermissionName);
  return {
    tenant: tenantId(tenant),
    userId: user_id,
    userType: user_type,
    credential,
    clientId: client_id ?? undefined,
    permissions: new Set(user_type === 'client' ? held.filter(isClientPermission) : held),
    actor: { id: user_id, type: credential.type === 'api_key' ? 'api_key' : 'user' },
  };
}

/** Verifies the internal token of a request. */
export type VerifyPrincipal = (authorization: string | undefined) => Principal | Promise<Principal>;

const CACHED_TOKENS = 5_000;

interface VerifiedToken {
  readonly authorization: string;
  readonly principal: Principal;
  readonly expires: number;
}

/** The end of its signature: to find a token by all of its text, V8 would have to go through all of it. */
// Stryker disable next-line all: how tokens are found changes no answer; their whole text is compared
const keyOf = (authorization: string) => authorization.slice(-32);

/**
 * Verifies internal tokens by the gateway's published keys. jose takes 120–170 µs a call, so a verified token is remembered
 * by its whole text until it expires.
 * @param audience name of this service: a token for another one is refused
 * @param keys the gateway's key set: its URL, or a resolver in tests
 * @param peerFetch how the URL is read; the global `fetch` when absent
 */
export function principalVerifier(audience: string, keys: URL | JWTVerifyGetKey, peerFetch: PeerFetch = fetch): VerifyPrincipal {
  const resolve = orUnavailable(keys instanceof URL ? publishedKeys(keys, peerFetch) : keys);
  const verified = new Map<string, VerifiedToken>();

  const verify = async (authorization: string): Promise<Principal> => {
    const token = authorization.slice('Bearer '.length);
    let claims: InternalClaims;
    try {
      const { payload } = await jwtVerify(token, resolve, { issuer: INTERNAL_ISSUER, audience, algorithms: ['EdDSA'] });
      claims = InternalClaims.parse(payload);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError('UNAUTHORIZED', 'Invalid internal token');
    }
    const principal = principalFrom(claims);
    // Stryker disable next-line all: how much is kept changes no answer
    if (verified.size >= CACHED_TOKENS) verified.clear();
    verified.set(keyOf(authorization), { authorization, principal, expires: claims.exp * 1000 });
    return principal;
  };

  return (authorization) => {
    if (authorization === undefined || !authorization.startsWith('Bearer ')) throw new ApiError('UNAUTHORIZED', 'Internal token required');
    const known = verified.get(keyOf(authorization));
    if (known !== undefined && known.authorization === authorization && known.expires > Date.now()) return known.principal;
    return verify(authorization);
  };
}

/** Pause between two fetches of the key set, so that tokens by unknown keys do not flood the gateway. */
const KEY_SET_COOLDOWN_MS = 1_000;

/**
 * The keys a gateway publishes. While keys are rotated a token may be signed by one that was published since the last fetch: it is
 * looked up again after the pause before it is refused.
 */
function publishedKeys(url: URL, peerFetch: PeerFetch): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, { cooldownDuration: KEY_SET_COOLDOWN_MS, timeoutDuration: 2_000, [customFetch]: peerFetch });
  return async (header, token) => {
    const fetchedJustNow = remote.coolingDown;
    try {
      return await remote(header, token);
    } catch (error) {
      if (!fetchedJustNow || (error as { code?: unknown }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      await sleep(KEY_SET_COOLDOWN_MS);
      return remote(header, token);
    }
  };
}

const KEY_UNKNOWN: ReadonlySet<unknown> = new Set([
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
]);

/** A key set that cannot be had says nothing about the token: to refuse it would send every caller away with a 401. */
function orUnavailable(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      throw KEY_UNKNOWN.has((error as { code?: unknown }).code) ? error : unavailable();
    }
  };
}

/** Checks everything a route demands of its caller. @throws FORBIDDEN, UNAUTHORIZED */
export function assertMayCall(principal: Principal, route: Route): void {
  demandPermissions(principal, requiredPermissions(route));
  assertKeyScope(principal, route);
  if (route.staffOnly === true) demandStaff(principal);
  if (route.sessionOnly === true) demandSession(principal);
}

/** @throws FORBIDDEN for people of the client portal */
function demandStaff({ userType }: Principal): void {
  if (userType === 'client') throw new ApiError('FORBIDDEN', 'Permission denied: this is for staff only');
}

/** @throws UNAUTHORIZED for an API key, which may be in the hands of a program */
function demandSession({ credential }: Principal): void {
  if (credential.type !== 'session') throw new ApiError('UNAUTHORIZED', 'Sign in to do this: an API key alone does not suffice');
}

/**
 * Whether a key confined to some permissions may use a route that asks for none: only when it holds one the route can make use of, or
 * for reading, when there are none.
 * @throws FORBIDDEN
 */
export function assertKeyScope({ credential, permissions }: Principal, { permission, mayUse = [], method }: Route): void {
  if (credential.restricted !== 'permissions' || permission !== 'session') return;
  if (mayUse.length === 0 ? method === 'get' : mayUse.some((name) => permissions.has(name))) return;
  const needed = mayUse.length === 0 ? '' : `: it lacks ${mayUse.slice(0, 3).join(' or ')}`;
  throw new ApiError('FORBIDDEN', `Permission denied: this API key is restricted to some permissions${needed}`);
}

/** @throws FORBIDDEN naming the first permission the caller lacks */
export function demandPermissions(principal: Pick<Principal, 'permissions'>, needed: readonly PermissionName[]): void {
  for (const permission of needed) {
    if (principal.permissions.has(permission)) continue;
    const [resource, action] = permission.split(':');
    throw new ApiError('FORBIDDEN', `Permission denied: Cannot ${action} ${resource}`);
  }
}
