import { created, Id, listQuery, one, page, QueryBoolean, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { CurrencyCode } from './money-fields.ts';

const day = z.iso.date();

const CycleAnchor = z
  .object({
    day: z.int().min(1).max(31).optional().describe('Day of the month; its last day where it is shorter; 1 when absent'),
    month: z.int().min(1).max(12).optional().describe('Month in which a period of several months begins; 1 when absent'),
    weekday: z.int().min(1).max(7).optional().describe('Day of the week, 1 for Monday; 1 when absent'),
    reference_date: day.optional().describe('A day on which a period of two weeks begins; the first Monday of 1970 when absent'),
  })
  .meta({ id: 'CycleAnchor' });
export type CycleAnchor = z.infer<typeof CycleAnchor>;

const settings = {
  cycle_anchor: CycleAnchor.nullable().describe(
    "Where its cycles, and periods of contract lines in the client's cadence, begin; the first of the month or a Monday when null. After a change one short period follows",
  ),
  auto_finalize: z.boolean().describe('Whether invoices of its cycles become final at once instead of drafts'),
  auto_send: z.boolean().describe('Whether they are sent by mail once they are final'),
  currency_code: CurrencyCode.nullable().describe('ISO 4217 code; the default currency when null'),
  po_number: z.string().trim().min(1).max(100).nullable().describe('Purchase order its invoices name'),
  po_required: z.boolean().describe('Whether nothing is billed without a purchase order'),
  invoice_emails: z.array(z.email().max(255)).max(20).describe('Where invoices are sent; to its billing address when empty'),
  buyer_reference: z.string().trim().min(1).max(100).nullable().describe('Reference its electronic invoices name, such as a Leitweg-ID'),
  invoice_template_id: Id.nullable().describe('Template of its invoices; the default of the tenant when null'),
  bills_from: day.nullable().describe('What was due before is not billed by cycles; the first day of the first cycle when null'),
};

export const ClientBillingSettings = z
  .object({
    client_id: Id.describe('The client'),
    ...settings,
    invoice_emails: z.array(z.string()).describe(settings.invoice_emails.description ?? ''),
    bills_from: z.string().nullable().describe('What was due before is not billed by cycles'),
    billing_cycle: z.string().nullable().describe('How long its cycles are, as the client has it'),
    auto_invoice: z.boolean().describe('Whether its cycles are billed by themselves, as the client has it'),
    next_cycle_start: z.string().nullable().describe('First day of its next cycle, on which it is billed; null before the first one'),
    retry_on: z.string().nullable().describe('Day on which a cycle that could not be billed is tried again'),
  })
  .meta({ id: 'ClientBillingSettings' });
export type ClientBillingSettings = z.infer<typeof ClientBillingSettings>;

export const UpdateClientBillingSettings = z.object(settings).partial().meta({ id: 'UpdateClientBillingSettings' });
export type UpdateClientBillingSettings = z.infer<typeof UpdateClientBillingSettings>;

const CycleStatus = z.enum(['invoiced', 'nothing_to_bill', 'failed', 'open']);

export const BillingCycle = z
  .object({
    billing_cycle_id: Id.describe('Identifies the cycle'),
    client_id: Id.describe('The client'),
    client_name: z.string().nullable().describe('Name of the client'),
    period_start: z.string().describe('First day'),
    period_end: z.string().describe('Day after the last one'),
    status: CycleStatus.describe('What came of it; open again once its draft is deleted'),
    invoice_id: Id.nullable().describe('Invoice that bills it'),
    last_error: z.string().nullable().describe('Why it could not be billed'),
    unapproved_minutes: z.int().describe('Minutes of billable work that were left because nobody had approved them'),
    created_at: Timestamp.describe('When it was first billed'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ClientBillingCycle' });
export type BillingCycle = z.infer<typeof BillingCycle>;

export const BillingCycleListQuery = listQuery({
  sort: ['created_at', 'period_start', 'status'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.optional().describe('Only those of this client'),
    status: CycleStatus.optional().describe('Only those with this result'),
    has_invoice: QueryBoolean.optional().describe('Whether an invoice bills it'),
    period_from: day.optional().describe('Beginning on or after'),
    period_to: day.optional().describe('Beginning on or before'),
  },
});
export type BillingCycleListQuery = z.infer<typeof BillingCycleListQuery>;

export const StartBillingRun = z
  .object({
    as_of: day.optional().describe('Bills the cycles that have begun by this day; today when absent'),
    client_ids: z.array(Id).min(1).max(1_000).optional().describe('Only these clients, whether or not they are billed by themselves'),
  })
  .meta({ id: 'StartBillingRun' });
export type StartBillingRun = z.infer<typeof StartBillingRun>;

export const BillingRun = z
  .object({
    run_id: Id.describe('Identifies the run'),
    as_of: z.string().describe('Day whose cycles it bills'),
    trigger: z.enum(['schedule', 'request']).describe('What started it'),
    status: z.enum(['running', 'completed']).describe('Whether it has done every client'),
    clients: z.int().describe('Clients with a cycle to bill'),
    clients_done: z.int().describe('Those that are done'),
    invoices_created: z.int().describe('Invoices made'),
    nothing_to_bill: z.int().describe('Clients with nothing to bill'),
    failed: z.int().describe('Clients that could not be billed'),
    started_by: Id.nullable().describe('Who asked for it'),
    finished_at: Timestamp.nullable().describe('When the last client was done'),
    created_at: Timestamp.describe('When it was started'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'BillingRun' });
export type BillingRun = z.infer<typeof BillingRun>;

export const BillingRunListQuery = listQuery({
  sort: ['created_at', 'as_of'],
  defaultSort: 'created_at',
  filters: {
    status: BillingRun.shape.status.optional().describe('Only those in this state'),
    trigger: BillingRun.shape.trigger.optional().describe('Only those started so'),
  },
});
export type BillingRunListQuery = z.infer<typeof BillingRunListQuery>;

const Outcome = z.enum(['invoiced', 'nothing_to_bill', 'failed']);

export const BillingRunClient = z
  .object({
    client_id: Id.describe('The client'),
    client_name: z.string().nullable().describe('Name of the client'),
    outcome: Outcome.nullable().describe('What came of it; null as long as it waits'),
    invoices_created: z.int().describe('Invoices made: several where cycles were missed'),
    error: z.string().nullable().describe('Why it could not be billed'),
    created_at: Timestamp.describe('When the run was started'),
    updated_at: Timestamp.describe('When it was done'),
  })
  .meta({ id: 'BillingRunClient' });

export const BillingRunClientListQuery = listQuery({
  sort: ['created_at', 'updated_at'],
  defaultSort: 'created_at',
  filters: { outcome: Outcome.optional().describe('Only those with this result') },
});
export type BillingRunClientListQuery = z.infer<typeof BillingRunClientListQuery>;

const params = z.object({ id: Id.describe('Client id') });
const run = z.object({ id: Id.describe('Run id') });

export const billingCycleRoutes = routes(
  {
    service: 'billing',
    form: 'data',
    tag: 'Billing runs',
    staffOnly: true,
    aliases: [['/api/v1/clients', '/api/v1/companies']],
  },
  {
    getClientBillingSettings: {
      method: 'get',
      path: '/api/v1/clients/{id}/billing-settings',
      permission: 'billing:read',
      summary: 'How a client is billed',
      params,
      reply: one(ClientBillingSettings),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateClientBillingSettings: {
      method: 'put',
      path: '/api/v1/clients/{id}/billing-settings',
      permission: 'billing:update',
      mayUse: ['invoice:finalize'],
      summary: 'Change how a client is billed',
      description: 'To have invoices finalized by themselves takes `invoice:finalize`.',
      params,
      body: UpdateClientBillingSettings,
      reply: one(ClientBillingSettings),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    listBillingCycles: {
      method: 'get',
      path: '/api/v1/billing-cycles',
      permission: 'billing:read',
      summary: 'List cycles that were billed, or could not be',
      query: BillingCycleListQuery,
      reply: page(BillingCycle),
    },
    getBillingCycle: {
      method: 'get',
      path: '/api/v1/billing-cycles/{id}',
      permission: 'billing:read',
      summary: 'Read a cycle',
      params: z.object({ id: Id.describe('Cycle id') }),
      reply: one(BillingCycle),
      errors: ['NOT_FOUND'],
    },
    startBillingRun: {
      method: 'post',
      path: '/api/v1/billing-runs',
      permission: 'invoice:generate',
      mayUse: ['invoice:finalize'],
      summary: 'Bill the cycles that have begun',
      description:
        'Every hour the product does this itself for clients with `auto_invoice`. A cycle is billed on its first day: fees in advance for it, ' +
        'fees in arrears up to it, work and usage before it. Cycles that were missed are billed first, twelve of a client at most. Clients do not ' +
        'wait for each other; one that cannot be billed is tried again the next day. Where a client is finalized by itself, to name it takes `invoice:finalize`.',
      body: StartBillingRun,
      reply: created(BillingRun),
      errors: ['CONFLICT'],
    },
    listBillingRuns: {
      method: 'get',
      path: '/api/v1/billing-runs',
      permission: 'billing:read',
      summary: 'List runs',
      query: BillingRunListQuery,
      reply: page(BillingRun),
    },
    getBillingRun: {
      method: 'get',
      path: '/api/v1/billing-runs/{id}',
      permission: 'billing:read',
      summary: 'Read a run',
      params: run,
      reply: one(BillingRun),
      errors: ['NOT_FOUND'],
    },
    listBillingRunClients: {
      method: 'get',
      path: '/api/v1/billing-runs/{id}/clients',
      permission: 'billing:read',
      summary: 'List what came of each client of a run',
      params: run,
      query: BillingRunClientListQuery,
      reply: page(BillingRunClient),
      errors: ['NOT_FOUND'],
    },
  },
);
