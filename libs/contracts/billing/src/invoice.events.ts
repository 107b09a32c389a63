import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** Ids of work that one event carries; more come in further events. */
export const MAX_WORK_IN_EVENT = 500;

const Facts = z.object({
  invoice_id: z.guid(),
  invoice_number: z.string().nullable(),
  client_id: z.guid(),
  status: z.string(),
  currency_code: z.string(),
  subtotal: z.int(),
  tax: z.int(),
  total_amount: z.int(),
  balance_due: z.int(),
  invoice_date: z.string(),
  due_date: z.string(),
});

const Work = z.object({
  invoice_id: z.guid(),
  client_id: z.guid(),
  time_entry_ids: z.array(z.guid()).max(MAX_WORK_IN_EVENT).describe('Time entries'),
  usage_record_ids: z.array(z.guid()).max(MAX_WORK_IN_EVENT).describe('Usage records'),
});

const invoice = { permission: 'invoice:read', version: 1, key: 'invoice_id' } as const;

export const invoiceEvents = events('billing', {
  created: { ...invoice, name: 'invoice.created', summary: 'A draft invoice was created', data: Facts },
  updated: {
    ...invoice,
    name: 'invoice.updated',
    summary: 'An invoice was changed',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    ...invoice,
    name: 'invoice.deleted',
    summary: 'A draft invoice was deleted',
    data: z.object({ invoice_id: z.guid(), client_id: z.guid() }),
  },
  finalized: {
    ...invoice,
    name: 'invoice.finalized',
    summary: 'An invoice became final and has its number',
    data: Facts,
  },
  approved: { ...invoice, name: 'invoice.approved', summary: 'A draft invoice was approved', data: Facts },
  rejected: { ...invoice, name: 'invoice.rejected', summary: 'A draft invoice was rejected', data: Facts.extend({ reason: z.string() }) },
  voided: {
    ...invoice,
    name: 'invoice.voided',
    summary: 'An invoice was voided',
    data: Facts,
  },
  overdue: {
    ...invoice,
    name: 'invoice.overdue',
    summary: 'The due date of an invoice has passed with something left to pay; told once for each due date',
    data: Facts.extend({ days_overdue: z.int() }),
  },
  paid: { ...invoice, name: 'invoice.paid', summary: 'Nothing is left to pay of an invoice', data: Facts },
  sent: {
    ...invoice,
    name: 'invoice.sent',
    summary: 'An invoice was handed over to be mailed',
    data: Facts.extend({ delivery_method: z.literal('email'), sent_at: z.string(), recipients: z.int() }),
  },
  writtenOff: {
    ...invoice,
    name: 'invoice.written_off',
    summary: 'What was left to pay of an invoice was given up, or some of it',
    data: Facts.extend({ amount_written_off: z.int(), reason: z.string() }),
  },
  credited: {
    ...invoice,
    name: 'invoice.credited',
    summary: 'A credit note takes off something of an invoice',
    data: Facts.extend({ credit_note_id: z.guid(), credit_note_number: z.string(), amount_credited: z.int() }),
  },
  workBilled: {
    ...invoice,
    name: 'invoice.work_billed',
    summary: 'An invoice bills this work, from its draft on: it cannot be changed or billed again',
    data: Work,
  },
  workReleased: {
    ...invoice,
    name: 'invoice.work_released',
    summary: 'An invoice does not bill this work any more, because its draft was changed or deleted, or it was voided',
    data: Work,
  },
});

export const paymentEvents = events('billing', {
  recorded: {
    name: 'payment.recorded',
    permission: 'invoice:read',
    version: 1,
    key: 'payment_id',
    summary: 'A payment of an invoice was recorded',
    data: z.object({
      payment_id: z.guid(),
      invoice_id: z.guid(),
      client_id: z.guid(),
      currency_code: z.string(),
      amount: z.int(),
      applied_amount: z.int().describe('What the invoice took'),
      payment_method: z.string(),
      payment_date: z.string(),
    }),
  },
  refunded: {
    name: 'payment.refunded',
    permission: 'invoice:read',
    version: 1,
    key: 'payment_id',
    summary: 'What was paid of an invoice was given back, or some of it',
    data: z.object({
      payment_id: z.guid(),
      invoice_id: z.guid(),
      client_id: z.guid(),
      currency_code: z.string(),
      amount: z.int(),
      reason: z.string(),
      refund_method: z.string(),
    }),
  },
  failed: {
    name: 'payment.failed',
    permission: 'invoice:read',
    version: 1,
    key: 'link_id',
    summary: 'Somebody tried to pay an invoice by card and the provider refused; they may try again as long as the link is open',
    data: z.object({
      link_id: z.guid(),
      invoice_id: z.guid(),
      currency_code: z.string(),
      amount: z.int(),
      failure_code: z.string().describe('Why, in the words of the provider, such as insufficient_funds'),
      is_retryable: z.boolean().describe('Whether the link can still be paid'),
    }),
  },
});
