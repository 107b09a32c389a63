import type { Configuration, IDToken, TokenEndpointResponse } from 'openid-client';
import { provesTwoFactors } from './second-factor-claim.rules.ts';
import { isLoopback, type OauthProviderSettings } from './oauth-settings.ts';

/** Where a user is sent, and what is needed when they come back. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who a provider says has come. */
export interface ProviderAccount {
  readonly issuer: string;
  /** Identifies the account at the provider for ever. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider, or the operator for it, answers for the address being theirs. */
  readonly emailVerified: boolean;
  /** Whether the provider has checked a second factor, and is trusted with that. */
  readonly hasSecondFactor: boolean;
  readonly tokens: Readonly<Record<string, string | number>>;
}

const TIMEOUT_SECONDS = 10;
/** Addresses and keys of a provider are asked for anew after that. */
const DISCOVERY_MS = 60 * 60 * 1000;

/** Loaded when somebody signs in by it: an installation without providers does without. */
function library() {
  return import('openid-client');
}

/** Speaks OpenID Connect with one provider. */
export class OidcClient {
  readonly #settings: OauthProviderSettings;
  #discovered: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  constructor(settings: OauthProviderSettings) {
    this.#settings = settings;
  }

  /** Address to send the user to. @throws when the provider cannot be reached */
  async authorizationUrl({ redirectUri, state, nonce, verifier }: AuthorizationRequest): Promise<URL> {
    const oidc = await library();
    return oidc.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope: this.#settings.scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  /**
   * Exchanges what the user came back with for who they are.
   * @param returned the redirect URI with the query they came back with
   * @throws when it is not the answer to this departure, or the provider does not vouch for it
   */
  async exchangeCode(returned: URL, { state, nonce, verifier }: AuthorizationRequest): Promise<ProviderAccount> {
    const [oidc, configuration] = [await library(), await this.#configuration()];
    const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims() as IDToken;
    // Some providers tell the address only when asked for it.
    const info: Record<string, unknown> =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? { ...claims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        : claims;
    const { email } = info;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof email === 'string' ? email.trim().toLowerCase() : undefined,
      emailVerified: this.#settings.trustEmail || isTrue(info['email_verified']) || isTrue(info['xms_edov']),
      hasSecondFactor: this.#settings.trustSecondFactor && provesTwoFactors(claims['amr']),
      tokens: keptTokens(tokens),
    };
  }

  async #configuration(): Promise<Configuration> {
    if (this.#discovered === undefined || Date.now() - this.#discovered.at > DISCOVERY_MS) {
      const configuration = this.#discover();
      this.#discovered = { at: Date.now(), configuration };
      configuration.catch(() => {
        this.#discovered = undefined;
      });
    }
    return this.#discovered.configuration;
  }

  async #discover(): Promise<Configuration> {
    const oidc = await library();
    const { issuer, clientId, clientSecret } = this.#settings;
    return oidc.discovery(issuer, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(isLoopback(issuer) ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
  }
}

/** Microsoft says that an address was verified by a claim of its own, as a number or a text. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}

function keptTokens({ access_token, refresh_token, id_token, scope, expires_in }: TokenEndpointResponse): ProviderAccount['tokens'] {
  return {
    access_token,
    obtained_at: new Date().toISOString(),
    ...(refresh_token === undefined ? {} : { refresh_token }),
    ...(id_token === undefined ? {} : { id_token }),
    ...(scope === undefined ? {} : { scope }),
    ...(expires_in === undefined ? {} : { expires_in }),
  };
}
