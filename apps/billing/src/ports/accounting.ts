/** Tokens of one connection. Both are stored together: the provider replaces the refresh token as well. */
export interface AccountingTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: string;
  readonly refresh_expires_at: string;
}

/** The company whose books are called, and the token for it. */
export interface AccountingSession {
  readonly realmId: string;
  readonly accessToken: string;
}

export type AccountingFault = 'unauthorized' | 'rate_limited' | 'unavailable' | 'rejected';

/** Why a call of an accounting system failed. The message is for people and holds no token. */
export class AccountingError extends Error {
  readonly fault: AccountingFault;

  constructor(fault: AccountingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AccountingError';
    this.fault = fault;
  }
}

export interface AuthorizationRequest {
  readonly state: string;
  /** S256 challenge of the PKCE verifier. */
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/** An accounting system. Every call but `authorizationUrl` throws {@link AccountingError}. */
export interface AccountingProvider {
  /** Whether the installation has an OAuth client at the provider. */
  readonly isConfigured: boolean;
  authorizationUrl(request: AuthorizationRequest): string;
  exchangeCode(code: string, verifier: string, redirectUri: string): Promise<AccountingTokens>;
  refresh(refreshToken: string): Promise<AccountingTokens>;
  /** Ends the grant; a token that is unknown or revoked already is no error. */
  revoke(refreshToken: string): Promise<void>;
  companyName(session: AccountingSession): Promise<string>;
  count(session: AccountingSession, entity: 'Customer' | 'Item'): Promise<number>;
  /** Which of the ids, 100 at most, are active records of the company. */
  findActiveIds(session: AccountingSession, entity: 'Account' | 'TaxCode', ids: readonly string[]): Promise<ReadonlySet<string>>;
}
