import { isPermissionName, type PermissionName, requiredPermissions, type Route } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import { INTERNAL_ISSUER, type InternalClaims } from '@psa/http-kit';
import { type CryptoKey, importJWK, type JWK, SignJWT } from 'jose';

/** A private Ed25519 key of the gateway. */
export interface SigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly d: string;
  readonly kid: string;
}

const LIFETIME_SECONDS = 60;
/** A token is handed out for this long, so that it outlives any request it is sent with. */
const REUSED_MS = 45_000;

interface Minted {
  /** Value of the authorization header; absent while it is being signed. */
  bearer: string | undefined;
  signing: Promise<string>;
  readonly staleAt: number;
}

/**
 * Mints the token by which a service knows the caller. Signing takes longer than all else the gateway does, so a token is
 * kept per caller and service; it hangs on the caller object and goes when that is forgotten.
 */
export class InternalTokens {
  readonly #keys: readonly SigningKey[];
  readonly #signer: CryptoKey;
  readonly #permissions: ReadonlyMap<string, ReadonlySet<PermissionName>>;
  readonly #now: () => number;
  readonly #minted = new WeakMap<AuthenticatedCaller, Map<string, Minted>>();

  private constructor(keys: readonly SigningKey[], signer: CryptoKey, routes: readonly Route[], now: () => number) {
    this.#keys = keys;
    this.#signer = signer;
    this.#permissions = permissionsByService(routes);
    this.#now = now;
  }

  /**
   * @param keys the first signs; the public halves of all are published, so that tokens of another gateway that signs by one of the others verify
   * @param routes whose permissions the tokens carry, as far as the caller holds them
   */
  static async create(keys: readonly [SigningKey, ...SigningKey[]], routes: readonly Route[], now: () => number): Promise<InternalTokens> {
    return new InternalTokens(keys, await importJWK({ ...keys[0] }, 'EdDSA'), routes, now);
  }

  /** What services verify tokens by: the public halves of all keys. */
  get publicKeys(): (JWK & { kid: string })[] {
    return this.#keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }));
  }

  /** The authorization header for a request of the caller to a service. */
  bearer(caller: AuthenticatedCaller, service: string): string | Promise<string> {
    let ofCaller = this.#minted.get(caller);
    if (ofCaller === undefined) this.#minted.set(caller, (ofCaller = new Map()));
    const now = this.#now();
    const known = ofCaller.get(service);
    if (known !== undefined && now < known.staleAt) return known.bearer ?? known.signing;

    const minted: Minted = { bearer: undefined, signing: this.#sign(caller, service, now), staleAt: now + REUSED_MS };
    ofCaller.set(service, minted);
    minted.signing.then(
      (bearer) => {
        minted.bearer = bearer;
      },
      () => ofCaller.delete(service),
    );
    return minted.signing;
  }

  async #sign(caller: AuthenticatedCaller, service: string, now: number): Promise<string> {
    const { user_id, tenant, user_type, credential, client_id, permissions } = caller;
    const asked = this.#permissions.get(service);
    const claims: Omit<InternalClaims, 'sub' | 'exp'> = {
      tenant,
      user_type,
      credential,
      ...(client_id === null ? {} : { client_id }),
      permissions: permissions.filter((name) => isPermissionName(name) && asked?.has(name)).join(' '),
    };
    const issuedAt = Math.floor(now / 1000);
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: (this.#keys[0] as SigningKey).kid })
      .setIssuer(INTERNAL_ISSUER)
      .setSubject(user_id)
      .setAudience(service)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_SECONDS)
      .sign(this.#signer);
    return `Bearer ${token}`;
  }
}

/** The permissions each service asks about: a token names no others, which keeps it short and of no use elsewhere. */
function permissionsByService(routes: readonly Route[]): ReadonlyMap<string, ReadonlySet<PermissionName>> {
  const byService = new Map<string, Set<PermissionName>>();
  for (const route of routes) {
    const names = byService.get(route.service) ?? new Set();
    byService.set(route.service, names);
    for (const name of [...requiredPermissions(route), ...(route.mayUse ?? [])]) names.add(name);
  }
  return byService;
}
