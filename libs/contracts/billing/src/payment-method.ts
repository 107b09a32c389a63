import { Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const paymentMethodTypes = ['credit_card', 'bank_account'] as const;

const fields = {
  type: z.enum(paymentMethodTypes).describe('What it is'),
  provider: z.string().trim().min(1).max(50).nullish().describe('Who keeps the number, such as stripe'),
  provider_token: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .refine((token) => !/^[\d\s-]{12,}$/.test(token), 'must be the token of a provider, not a number')
    .meta({ examples: ['pm_1PqX7r'] })
    .nullish()
    .describe('What the provider knows it by; never the number itself'),
  last4: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .meta({ examples: ['4242'] })
    .describe('Last four digits of the number'),
  exp_month: z
    .string()
    .regex(/^(0[1-9]|1[0-2])$/, 'must be 01 to 12')
    .meta({ examples: ['04'] })
    .nullish()
    .describe('Month a card ends'),
  exp_year: z
    .string()
    .regex(/^\d{4}$/, 'must be a year of four digits')
    .meta({ examples: ['2031'] })
    .nullish()
    .describe('Year a card ends'),
  is_default: z.boolean().describe('Whether it is the one that is used; a client has one'),
};

export const PaymentMethod = z
  .object({
    payment_method_id: Id.describe('Identifies it'),
    client_id: Id.describe('Client who pays by it'),
    type: fields.type,
    provider: z.string().nullable().describe('Who keeps the number'),
    has_token: z.boolean().describe('Whether the token of the provider is known, which is never shown'),
    last4: z.string().describe('Last four digits of the number'),
    exp_month: z.string().nullable().describe('Month a card ends'),
    exp_year: z.string().nullable().describe('Year a card ends'),
    is_default: fields.is_default,
    is_deleted: z.boolean().describe('Whether it was removed'),
    created_at: Timestamp.describe('When it was added'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'PaymentMethod' });
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentMethodListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'type'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.optional().describe('Only those of this client'),
    type: fields.type.optional().describe('Only those of this kind'),
    is_default: QueryBoolean.optional().describe('Only those that are used, or the others'),
    include_deleted: QueryBoolean.optional().describe('Whether removed ones come too'),
  },
});
export type PaymentMethodListQuery = z.infer<typeof PaymentMethodListQuery>;

export const CreatePaymentMethod = z
  .object({ client_id: Id.describe('Client who pays by it'), ...fields, is_default: fields.is_default.default(false) })
  .meta({ id: 'CreatePaymentMethod' });
export type CreatePaymentMethod = z.infer<typeof CreatePaymentMethod>;

export const UpdatePaymentMethod = z.object(fields).omit({ type: true }).partial().meta({ id: 'UpdatePaymentMethod' });
export type UpdatePaymentMethod = z.infer<typeof UpdatePaymentMethod>;
