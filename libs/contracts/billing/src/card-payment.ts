import { created, Id, listQuery, nothing, one, page, QueryBoolean, raw, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Amount } from './money-fields.ts';

const Url = z.url({ protocol: /^https?$/ }).max(2_000);

export const CardPaymentSettings = z
  .object({
    provider: z.literal('stripe').describe('Who takes the payments'),
    is_active: z.boolean().describe('Whether links to pay are made'),
    has_secret_key: z.boolean().describe('Whether a secret key is kept'),
    has_webhook_secret: z.boolean().describe('Whether the secret of the webhook is kept'),
    webhook_path: z.string().describe('Where the provider tells of payments, under the address of the product'),
  })
  .meta({ id: 'CardPaymentSettings' });
export type CardPaymentSettings = z.infer<typeof CardPaymentSettings>;

export const UpdateCardPaymentSettings = z
  .object({
    is_active: z.boolean().describe('Whether links to pay are made'),
    secret_key: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe('Secret or restricted key; kept sealed, never shown')
      .meta({ examples: ['sk_test_4eC39H'] }),
    webhook_secret: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe('Secret with which the provider signs what it tells; kept sealed, never shown')
      .meta({ examples: ['whsec_5f8d'] }),
  })
  .partial()
  .meta({ id: 'UpdateCardPaymentSettings' });
export type UpdateCardPaymentSettings = z.infer<typeof UpdateCardPaymentSettings>;

export const CreatePaymentLink = z
  .object({
    success_url: Url.optional()
      .describe('Where the payer goes afterwards; a page of the provider when absent')
      .meta({ examples: ['https://portal.example.com/paid'] }),
  })
  .meta({ id: 'CreatePaymentLink' });
export type CreatePaymentLink = z.infer<typeof CreatePaymentLink>;

const LinkStatus = z.enum(['open', 'paid', 'expired']);

export const PaymentLink = z
  .object({
    link_id: Id.describe('Identifies the link'),
    invoice_id: Id.describe('Invoice it pays'),
    url: z.string().describe('Where a payer pays'),
    amount: Amount.describe('What is paid there, in minor units'),
    currency_code: z.string().describe('ISO 4217 code'),
    status: LinkStatus.describe('Whether it was paid'),
    expires_at: Timestamp.describe('Until when it can be paid'),
    failures: z.int().describe('Attempts that the provider refused'),
    created_at: Timestamp.describe('When it was made'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'PaymentLink' });
export type PaymentLink = z.infer<typeof PaymentLink>;

export const PaymentLinkListQuery = listQuery({
  sort: ['created_at'],
  defaultSort: 'created_at',
  filters: { status: LinkStatus.optional().describe('Only those in this state') },
});
export type PaymentLinkListQuery = z.infer<typeof PaymentLinkListQuery>;

export const CardPayment = z
  .object({
    provider_payment_id: z.string().describe('What the provider calls it'),
    invoice_id: Id.describe('Invoice it was for'),
    amount: Amount.describe('What was paid, in minor units'),
    currency_code: z.string().describe('ISO 4217 code'),
    refunded_amount: Amount.describe('What of it was given back'),
    unassigned_reason: z.string().nullable().describe('Why it could not be recorded on the invoice'),
    created_at: Timestamp.describe('When the provider told of it'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'CardPayment' });

export const CardPaymentListQuery = listQuery({
  sort: ['created_at', 'amount'],
  defaultSort: 'created_at',
  filters: {
    invoice_id: Id.optional().describe('Only those for this invoice'),
    unassigned: QueryBoolean.optional().describe('Whether they could not be recorded on their invoice'),
  },
});
export type CardPaymentListQuery = z.infer<typeof CardPaymentListQuery>;

/** An event of Stripe, of which the signed text is read. */
const StripeEvent = z.object({
  id: z.string().min(1).max(255).describe('Identifies the event').meta({ example: 'evt_1PqX7r' }),
  type: z.string().min(1).max(255).describe('What happened').meta({ example: 'checkout.session.completed' }),
});

const invoice = z.object({ id: Id.describe('Invoice id') });

export const cardPaymentRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Card payments', staffOnly: true },
  {
    getCardPaymentSettings: {
      method: 'get',
      path: '/api/v1/billing-settings/card-payments',
      permission: 'billing_settings:read',
      summary: 'How clients pay by card',
      reply: one(CardPaymentSettings),
      versioned: true,
    },
    updateCardPaymentSettings: {
      method: 'put',
      path: '/api/v1/billing-settings/card-payments',
      permission: 'billing_settings:update',
      summary: 'Change how clients pay by card',
      description: 'Members that are left out stay as they are. Links need a secret key, what was paid by them the secret of the webhook.',
      body: UpdateCardPaymentSettings,
      reply: one(CardPaymentSettings),
      versioned: true,
      errors: ['CONFLICT'],
    },
    deleteCardPaymentSettings: {
      method: 'delete',
      path: '/api/v1/billing-settings/card-payments',
      permission: 'billing_settings:update',
      summary: 'Forget the keys of card payments',
      reply: nothing(),
    },
    listCardPayments: {
      method: 'get',
      path: '/api/v1/financial/card-payments',
      permission: 'billing:read',
      summary: 'List what was paid by card',
      query: CardPaymentListQuery,
      reply: page(CardPayment),
    },
    createPaymentLink: {
      method: 'post',
      path: '/api/v1/invoices/{id}/payment-links',
      permission: 'invoice:credit',
      summary: 'Make a link by which what is due can be paid by card',
      description:
        'The payment is recorded once the provider tells of it. As long as a link is open and as much is due, asking again gives the same one.',
      params: invoice,
      body: CreatePaymentLink,
      reply: created(PaymentLink),
      errors: ['NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY'],
    },
    listPaymentLinks: {
      method: 'get',
      path: '/api/v1/invoices/{id}/payment-links',
      permission: 'invoice:read',
      summary: 'List the links of an invoice',
      params: invoice,
      query: PaymentLinkListQuery,
      reply: page(PaymentLink),
      errors: ['NOT_FOUND'],
    },
  },
);

export const stripeEventRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Card payments' },
  {
    receiveStripeEvent: {
      method: 'post',
      path: '/api/v1/billing/stripe/events',
      permission: 'signed',
      summary: 'Receive an event of Stripe',
      description:
        'The header `stripe-signature` holds the signature by the secret of the webhook of the tenant, at most five minutes old. ' +
        'A refund that arrives before its payment is answered with 409, so that it is sent again.',
      query: z.object({ tenant: Id.describe('Tenant whose payments it tells of') }),
      body: StripeEvent,
      bodyLimit: 256 * 1024,
      reply: raw(z.object({ received: z.literal(true) })),
      errors: ['CONFLICT'],
    },
  },
);
