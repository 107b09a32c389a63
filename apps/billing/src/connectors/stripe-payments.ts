import { createRequire } from 'node:module';
import { ApiError, conflict } from '@psa/contract-kit';
import { assertOutsideTransaction } from '@psa/postgres-kit';
import type Stripe from 'stripe';
import type { CardPayments, ProviderEvent } from '../ports/card-payments.ts';

const DEADLINE_MS = 20_000;
const RETRIES = 2;

let library: typeof Stripe | undefined;

/** Payments by Stripe. Its library is loaded with the first of them. @param baseUrl of an emulator; Stripe's own when absent */
export function stripePayments(baseUrl: URL | undefined): CardPayments {
  const clientOf = (secretKey: string) => {
    assertOutsideTransaction('A call of Stripe');
    const emulator = baseUrl && {
      host: baseUrl.hostname,
      port: Number(baseUrl.port === '' ? (baseUrl.protocol === 'https:' ? 443 : 80) : baseUrl.port),
      protocol: baseUrl.protocol === 'https:' ? ('https' as const) : ('http' as const),
    };
    return new (load())(secretKey, { timeout: DEADLINE_MS, maxNetworkRetries: RETRIES, telemetry: false, ...emulator });
  };
  return {
    createCheckout: async (secretKey, { tenant, invoice_id, description, amount, currency_code, success_url }, idempotencyKey) => {
      const metadata = { tenant, invoice_id };
      const session = await asked(() =>
        clientOf(secretKey).checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: invoice_id,
            line_items: [
              {
                quantity: 1,
                price_data: { currency: currency_code.toLowerCase(), unit_amount: amount, product_data: { name: description } },
              },
            ],
            metadata,
            payment_intent_data: { metadata, description },
            ...(success_url !== undefined && { success_url }),
          },
          { idempotencyKey },
        ),
      );
      if (session.url === null) throw new ApiError('BAD_GATEWAY', 'The payment provider gave no address to pay at');
      return { session_id: session.id, url: session.url, expires_at: new Date(session.expires_at * 1_000).toISOString() };
    },

    refund: async (secretKey, { provider_payment_id, amount }, idempotencyKey) => {
      await asked(() => clientOf(secretKey).refunds.create({ payment_intent: provider_payment_id, amount }, { idempotencyKey }));
    },

    readEvent: async (rawBody, signature, webhookSecret) => {
      try {
        const event: unknown = await load().webhooks.constructEventAsync(rawBody, signature, webhookSecret);
        return isEvent(event) ? read(event) : { kind: 'other' };
      } catch (error) {
        // What was signed and is no event is refused as a body.
        return error instanceof load().errors.StripeSignatureVerificationError ? undefined : { kind: 'other' };
      }
    },
  };
}

function load(): typeof Stripe {
  library ??= createRequire(import.meta.url)('stripe') as typeof Stripe;
  return library;
}

/** @throws what a caller can do something about as such, everything else as BAD_GATEWAY */
async function asked<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const { errors } = load();
    if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
      throw conflict('The payment provider refuses the secret key', { reason: 'secret_key' });
    if (error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError)
      throw conflict(`The payment provider refuses: ${error.message}`, { reason: error.code ?? 'refused' });
    if (error instanceof errors.StripeError) throw new ApiError('BAD_GATEWAY', 'The payment provider does not answer as it should');
    throw error;
  }
}

function isEvent(event: unknown): event is Stripe.Event {
  const { data } = (event ?? {}) as { data?: { object?: unknown } | null };
  return typeof data?.object === 'object' && data.object !== null;
}

function read(event: Stripe.Event): ProviderEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { id, payment_status, payment_intent, metadata, amount_total, currency } = event.data.object;
      const invoice_id = metadata?.['invoice_id'];
      const provider_payment_id = idOf(payment_intent);
      if (payment_status !== 'paid' || provider_payment_id === undefined || invoice_id === undefined) return { kind: 'other' };
      const currency_code = (currency ?? '').toUpperCase();
      return { kind: 'paid', session_id: id, provider_payment_id, invoice_id, amount: amount_total ?? 0, currency_code };
    }
    case 'payment_intent.payment_failed': {
      const { id, metadata, amount, last_payment_error: error } = event.data.object;
      const invoice_id = metadata['invoice_id'];
      if (invoice_id === undefined) return { kind: 'other' };
      const failure_code = error?.decline_code ?? error?.code ?? 'refused';
      return { kind: 'failed', invoice_id, attempt: error?.charge ?? `${id}-${event.created}`, amount, failure_code };
    }
    case 'checkout.session.expired':
      return { kind: 'expired', session_id: event.data.object.id };
    case 'charge.refunded': {
      const { payment_intent, metadata, amount_refunded: refunded } = event.data.object;
      const provider_payment_id = idOf(payment_intent);
      // A charge takes over the metadata of its payment intent.
      return provider_payment_id === undefined
        ? { kind: 'other' }
        : { kind: 'refunded', provider_payment_id, invoice_id: metadata?.['invoice_id'], refunded };
    }
    default:
      return { kind: 'other' };
  }
}

function idOf(of: string | { readonly id: string } | null): string | undefined {
  return typeof of === 'string' ? of : of?.id;
}
