import { created, Id, listQuery, nothing, one, page, QueryBoolean, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { InvoiceItemInput } from './invoice.schemas.ts';
import { CurrencyCode } from './money-fields.ts';

const day = z.iso.date();

export const recurringFrequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'annually'] as const;

const Blueprint = z
  .object({
    items: z.array(InvoiceItemInput).min(1).max(100).describe('Lines of each invoice'),
    currency_code: CurrencyCode.optional().describe('ISO 4217 code; the default currency when absent'),
    po_number: z.string().trim().max(100).nullish().describe('Purchase order of the client'),
    notes: z.string().trim().max(5_000).nullish().describe('Text on each invoice'),
    finalize: z.boolean().default(false).describe('Whether each becomes final at once instead of a draft'),
  })
  .meta({ id: 'InvoiceBlueprint' });
export type InvoiceBlueprint = z.infer<typeof Blueprint>;

const fields = {
  name: z.string().trim().min(1).max(100).describe('Name').meta({ example: 'Hosting' }),
  frequency: z.enum(recurringFrequencies).describe('How often an invoice is made'),
  start_date: day.describe('Day of the first invoice; later ones keep its day of the month as far as there is one'),
  end_date: day.nullish().describe('Last day on which one may be made'),
  max_generations: z.int().min(1).max(1_000).nullish().describe('How many are made at most'),
  invoice_template: Blueprint.describe('What each is made from'),
};

export const RecurringInvoice = z
  .object({
    template_id: Id.describe('Identifies it'),
    client_id: Id.describe('Client that is billed'),
    client_name: z.string().nullable().describe('Name of the client'),
    name: z.string().describe('Name'),
    frequency: fields.frequency,
    start_date: z.string().describe('Day of the first invoice'),
    end_date: z.string().nullable().describe('Last day on which one may be made'),
    max_generations: z.int().nullable().describe('How many are made at most'),
    generated_count: z.int().describe('How many were made'),
    next_generation_date: z.string().nullable().describe('Day of the next one; null when none is to come'),
    last_error: z.string().nullable().describe('Why the last one could not be made; it is tried again every hour'),
    is_active: z.boolean().describe('Whether they are made'),
    invoice_template: z
      .record(z.string(), z.unknown())
      .describe('What each is made from')
      .meta({
        override: { type: 'object', additionalProperties: true },
      }),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'RecurringInvoice' });
export type RecurringInvoice = z.infer<typeof RecurringInvoice>;

export const CreateRecurringInvoice = z
  .object({
    client_id: Id.describe('Client that is billed'),
    ...fields,
    is_active: z.boolean().default(true).describe('Whether they are made'),
  })
  .meta({ id: 'CreateRecurringInvoice' });
export type CreateRecurringInvoice = z.infer<typeof CreateRecurringInvoice>;

export const UpdateRecurringInvoice = z
  .object({ ...fields, is_active: z.boolean().describe('Whether they are made') })
  .omit({ start_date: true, frequency: true })
  .partial()
  .meta({ id: 'UpdateRecurringInvoice', example: { name: 'Hosting and mail', max_generations: 12, is_active: true } });
export type UpdateRecurringInvoice = z.infer<typeof UpdateRecurringInvoice>;

export const RecurringInvoiceListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'next_generation_date'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.optional().describe('Only those of this client'),
    frequency: fields.frequency.optional().describe('Only those made this often'),
    is_active: QueryBoolean.optional().describe('Whether they are made'),
  },
});
export type RecurringInvoiceListQuery = z.infer<typeof RecurringInvoiceListQuery>;

const params = z.object({ id: Id.describe('Recurring invoice id') });

export const recurringInvoiceRoutes = routes(
  {
    service: 'billing',
    form: 'data',
    tag: 'Invoices',
    staffOnly: true,
    aliases: [['/api/v1/invoices', '/api/v1/financial/invoices']],
  },
  {
    listRecurringInvoices: {
      method: 'get',
      path: '/api/v1/invoices/recurring',
      permission: 'invoice:read',
      summary: 'List invoices that are made again and again',
      query: RecurringInvoiceListQuery,
      reply: page(RecurringInvoice),
    },
    createRecurringInvoice: {
      method: 'post',
      path: '/api/v1/invoices/recurring',
      permission: 'invoice:generate',
      mayUse: ['invoice:finalize'],
      summary: 'Have an invoice made again and again',
      description:
        'Days that were missed are caught up, oldest first, twelve in an hour. To finalize them at once takes `invoice:finalize`.',
      body: CreateRecurringInvoice,
      reply: created(RecurringInvoice),
      versioned: true,
    },
    getRecurringInvoice: {
      method: 'get',
      path: '/api/v1/invoices/recurring/{id}',
      permission: 'invoice:read',
      summary: 'Read an invoice that is made again and again',
      params,
      reply: one(RecurringInvoice),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateRecurringInvoice: {
      method: 'put',
      path: '/api/v1/invoices/recurring/{id}',
      permission: 'invoice:generate',
      mayUse: ['invoice:finalize'],
      summary: 'Change an invoice that is made again and again',
      params,
      body: UpdateRecurringInvoice,
      reply: one(RecurringInvoice),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    deleteRecurringInvoice: {
      method: 'delete',
      path: '/api/v1/invoices/recurring/{id}',
      permission: 'invoice:generate',
      summary: 'Stop making an invoice again and again; those that were made stay',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
  },
);
