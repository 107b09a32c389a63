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

/**
 * `stale`: the record was changed since it was read; `duplicate`: a name or number is taken; `not_found`: there is no such record;
 * `rejected`: the request is wrong in another way, and stays wrong.
 */
export type AccountingFault = 'unauthorized' | 'rate_limited' | 'unavailable' | 'stale' | 'duplicate' | 'not_found' | 'rejected';

/** Why a call of an accounting system failed. The message is for people and holds no token. */
export class AccountingError extends Error {
  readonly fault: AccountingFault;
  /** How long to wait before the next call, where the provider said so. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: AccountingFault, message: string, { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.name = 'AccountingError';
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface AuthorizationRequest {
  readonly state: string;
  /** S256 challenge of the PKCE verifier. */
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/** A record of the books in one of its versions. */
export interface AccountingStamp {
  readonly id: string;
  /** Names the version; a change of any other is refused as `stale`. */
  readonly syncToken: string;
}

export interface AccountingCustomer extends AccountingStamp {
  readonly name: string;
  readonly isActive: boolean;
}
export interface AccountingItem extends AccountingStamp {
  readonly name: string;
  readonly isActive: boolean;
}
/** Amounts are in minor units of the currency. */
export interface AccountingDocument extends AccountingStamp {
  readonly number: string | null;
  readonly customerId: string;
  readonly date: string;
  readonly dueDate: string | null;
  /** Null where the company has one currency alone. */
  readonly currencyCode: string | null;
  readonly total: number;
  readonly tax: number;
  readonly isVoided: boolean;
  /** Whether payments or credits are applied to it. */
  readonly isSettled: boolean;
  readonly lines: readonly { readonly description: string; readonly quantity: number; readonly amount: number }[];
}
export interface AccountingPayment extends AccountingStamp {
  readonly customerId: string;
  readonly date: string;
  readonly currencyCode: string | null;
  readonly reference: string | null;
  readonly total: number;
  /** What it pays of which invoices; less than the total where some of it is not applied. */
  readonly applied: readonly { readonly invoiceId: string; readonly amount: number }[];
}

/** Kinds of records that are synchronized. */
export interface AccountingRecords {
  readonly customer: AccountingCustomer;
  readonly item: AccountingItem;
  readonly invoice: AccountingDocument;
  readonly credit_note: AccountingDocument;
  readonly payment: AccountingPayment;
}
export type AccountingKind = keyof AccountingRecords;

export interface DocumentDraft {
  readonly number: string;
  readonly customerId: string;
  readonly date: string;
  readonly dueDate: string;
  readonly currencyCode: string;
  readonly notes: string | null;
  /** Tax as it was computed here, which overrides what the provider would compute. */
  readonly tax: number;
  readonly taxCodeId: string | null;
  readonly lines: readonly {
    readonly description: string;
    /** After discounts, before tax. */
    readonly amount: number;
    /** Quantity and price of one, where their product is the amount. */
    readonly priced: { readonly quantity: number; readonly unitPrice: number } | null;
    readonly itemId: string;
    readonly taxCodeId: string | null;
  }[];
}

/** What is written. */
export interface AccountingDrafts {
  readonly customer: { readonly name: string; readonly isActive: boolean };
  readonly item: {
    readonly name: string;
    readonly isActive: boolean;
    readonly incomeAccountId: string;
    readonly description: string | null;
  };
  readonly invoice: DocumentDraft;
  readonly credit_note: DocumentDraft;
  readonly payment: {
    readonly customerId: string;
    readonly date: string;
    readonly currencyCode: string;
    readonly reference: string | null;
    readonly invoiceId: string;
    readonly amount: number;
  };
}

/** A record that was changed or deleted at the provider. */
export interface AccountingChange {
  readonly kind: 'invoice' | 'payment';
  readonly id: string;
  /** Its version now; null when it was deleted. */
  readonly syncToken: string | null;
}

export interface RecordFilter {
  readonly id?: string | undefined;
  /** First and last day; inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
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

  get<Kind extends AccountingKind>(session: AccountingSession, kind: Kind, id: string): Promise<AccountingRecords[Kind] | undefined>;
  /** The record with a name, or a document with a number. */
  find<Kind extends Exclude<AccountingKind, 'payment'>>(
    session: AccountingSession,
    kind: Kind,
    name: string,
  ): Promise<AccountingRecords[Kind] | undefined>;
  /** A page of documents or payments by id. @param start 1 for the first @returns fewer than {@link PAGE_SIZE} on the last page */
  page<Kind extends 'invoice' | 'credit_note' | 'payment'>(
    session: AccountingSession,
    kind: Kind,
    filter: RecordFilter,
    start: number,
  ): Promise<AccountingRecords[Kind][]>;
  /**
   * Creates a record, or changes one. A request that is repeated with its id has no further effect and gives the same reply.
   * @param current the record to change
   */
  save<Kind extends AccountingKind>(
    session: AccountingSession,
    kind: Kind,
    requestId: string,
    draft: AccountingDrafts[Kind],
    current?: AccountingStamp,
  ): Promise<AccountingRecords[Kind]>;
  /** Voids a document or payment; a kind that cannot be voided is deleted. */
  cancel(
    session: AccountingSession,
    kind: 'invoice' | 'credit_note' | 'payment',
    requestId: string,
    current: AccountingStamp,
  ): Promise<void>;
  /** Invoices and payments that were changed or deleted since a time, 30 days ago at most. */
  changesSince(session: AccountingSession, since: string): Promise<AccountingChange[]>;
  /** Last day of the closed books, before which nothing may be written. */
  closedThrough(session: AccountingSession): Promise<string | null>;
}

/** What the product allows itself of the calls of a company: Intuit allows 10 a second and 500 a minute. */
export const QUICKBOOKS_LIMITS = { perSecond: 8, perMinute: 480 };

/** Records of one page of {@link AccountingProvider.page}. */
export const PAGE_SIZE = 100;
