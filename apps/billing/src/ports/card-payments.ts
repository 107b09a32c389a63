/** What a link is made for. */
export interface CheckoutRequest {
  readonly tenant: string;
  readonly invoice_id: string;
  readonly description: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency_code: string;
  readonly success_url: string | undefined;
}

export interface Checkout {
  readonly session_id: string;
  readonly url: string;
  /** ISO time. */
  readonly expires_at: string;
}

/** What a provider tells, as far as it is of interest. Amounts are in minor units. */
export type ProviderEvent =
  | {
      readonly kind: 'paid';
      readonly session_id: string;
      readonly provider_payment_id: string;
      readonly invoice_id: string;
      readonly amount: number;
      readonly currency_code: string;
    }
  | { readonly kind: 'expired'; readonly session_id: string }
  /** @property attempt names this refusal, however often it is told */
  | {
      readonly kind: 'failed';
      readonly invoice_id: string;
      readonly attempt: string;
      readonly amount: number;
      readonly failure_code: string;
    }
  /**
   * @property invoice_id undefined for a payment that was not made for an invoice
   * @property refunded all of it so far
   */
  | {
      readonly kind: 'refunded';
      readonly provider_payment_id: string;
      readonly invoice_id: string | undefined;
      readonly refunded: number;
    }
  | { readonly kind: 'other' };

/** A provider that takes payments by card. */
export interface CardPayments {
  /** @throws ApiError BAD_GATEWAY, CONFLICT when the provider refuses the key, VALIDATION_ERROR when it refuses the amount */
  createCheckout(secretKey: string, request: CheckoutRequest, idempotencyKey: string): Promise<Checkout>;
  /** @throws ApiError BAD_GATEWAY, CONFLICT when the provider refuses */
  refund(
    secretKey: string,
    refund: { readonly provider_payment_id: string; readonly amount: number },
    idempotencyKey: string,
  ): Promise<void>;
  /** Reads what the provider signed. @returns undefined when it did not */
  readEvent(rawBody: string, signature: string, webhookSecret: string): Promise<ProviderEvent | undefined>;
}
