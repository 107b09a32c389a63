import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({
  credit_id: z.guid(),
  client_id: z.guid(),
  currency_code: z.string(),
  amount: z.int(),
  remaining_amount: z.int(),
  expiration_date: z.string().nullable(),
});

const credit = { permission: 'credit:read', version: 1, key: 'credit_id' } as const;

export const creditEvents = events('billing', {
  issued: {
    ...credit,
    name: 'credit.issued',
    summary: 'A client got credit: by a grant, a prepayment that was paid, a credit note or a transfer',
    data: Facts.extend({ source: z.enum(['grant', 'prepayment', 'credit_note', 'transfer']), invoice_id: z.guid().nullable() }),
  },
  applied: {
    ...credit,
    name: 'credit.applied',
    summary: 'Credit paid for an invoice',
    data: Facts.extend({ invoice_id: z.guid(), amount_applied: z.int() }),
  },
  restored: {
    ...credit,
    name: 'credit.restored',
    summary: 'Credit came back, because the invoice it paid for was voided',
    data: Facts.extend({ invoice_id: z.guid(), amount_restored: z.int() }),
  },
  balance_changed: {
    name: 'credit.balance_changed',
    permission: 'credit:read',
    version: 1,
    key: 'client_id',
    summary: 'A client has more or less credit',
    data: z.object({
      client_id: z.guid(),
      currency_code: z.string(),
      balance: z.int().describe('Credit in this currency'),
      is_default_currency: z.boolean().describe('Whether the tenant bills in it unless it says otherwise'),
    }),
  },
  changed: { ...credit, name: 'credit.changed', summary: 'The last day of a credit was changed', data: Facts },
  expiring: {
    ...credit,
    name: 'credit.expiring',
    summary: 'The last day of a credit is near',
    data: Facts.extend({ days_before_expiration: z.int() }),
  },
  expired: {
    ...credit,
    name: 'credit.expired',
    summary: 'The last day of a credit has passed, or it was ended or reversed',
    data: Facts.extend({ amount_expired: z.int() }),
  },
});
