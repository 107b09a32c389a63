import { Id, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { BillingFrequency, ContractLineType } from './contract-fields.ts';
import { Amount } from './money-fields.ts';

const day = z.iso.date();
const Hours = z.number();

const ServiceShare = z.object({ service_id: Id, service_name: z.string(), lines: z.int().describe('Contract lines that have it') });

export const ContractLineAnalytics = z
  .object({
    total_clients: z.int().describe('Clients it was ever assigned to'),
    active_clients: z.int().describe('Clients it is assigned to today'),
    revenue: z.object({
      monthly: Amount.describe('Fees of all assignments of today, for a month'),
      quarterly: Amount.describe('For three months'),
      yearly: Amount.describe('For twelve months'),
      average_per_client: Amount.describe('Of a month, for each active client'),
    }),
    usage_stats: z.object({
      total_services: z.int().describe('Services it has'),
      most_used_services: z
        .array(z.object({ service_id: Id, service_name: z.string(), billed_amount: Amount }))
        .describe('Those billed most in the last twelve months'),
      average_services_per_client: z.number().describe('Services for each active client'),
    }),
    growth_metrics: z.object({
      new_clients_this_month: z.int().describe('Clients assigned for the first time this month'),
      churn_rate: z.number().describe('Percent of the clients of a month ago that are gone'),
      revenue_growth_rate: z.number().describe('Percent by which the fees of a month grew within a month; 0 from nothing'),
    }),
  })
  .meta({ id: 'ContractLineAnalytics' });
export type ContractLineAnalytics = z.infer<typeof ContractLineAnalytics>;

export const UsageMetricsQuery = z.object({
  period_start: day.optional().describe('First day; 30 days before `period_end` when absent'),
  period_end: day.optional().describe('Last day; today when absent'),
});
export type UsageMetricsQuery = z.infer<typeof UsageMetricsQuery>;

export const ContractLineUsage = z
  .object({
    period_start: z.string().describe('First day'),
    period_end: z.string().describe('Last day'),
    total_usage: Hours.describe('Hours of work that invoices bill by it, what its fee includes among them'),
    billable_usage: Hours.describe('Hours of it that cost something'),
    overage_usage: Hours.describe('Hours beyond what its fee includes'),
    usage_by_service: z.array(
      z.object({ service_id: Id, service_name: z.string(), hours: Hours, quantity: z.number().describe('Units used') }),
    ),
    usage_by_user: z.array(z.object({ user_id: Id, hours: Hours })).describe('Those who worked most, 100 at most'),
    cost_breakdown: z
      .object({
        base_cost: Amount.describe('Billed by it, but for overage'),
        overage_cost: Amount.describe('Billed for work beyond what its fee includes'),
        total_cost: Amount.describe('Both'),
      })
      .describe('Of the invoices, before tax'),
  })
  .meta({ id: 'ContractLineUsage' });
export type ContractLineUsage = z.infer<typeof ContractLineUsage>;

export const BillingOverview = z
  .object({
    total_plans: z.int().describe('Contract lines'),
    total_contracts: z.int().describe('Contracts'),
    total_assignments: z.int().describe('Assignments of today'),
    plans_by_type: z.record(z.string(), z.int()).describe('Contract lines by type'),
    revenue_summary: z.object({
      total_monthly_revenue: Amount.describe('Fees of all assignments of today, for a month, in the default currency'),
      by_currency: z
        .array(z.object({ currency_code: z.string(), total_monthly_revenue: Amount }))
        .describe('The same for each currency that fees are in'),
      average_revenue_per_plan: Amount.describe('For each contract line that is assigned, in the default currency'),
      top_revenue_plans: z
        .array(
          z.object({
            contract_line_id: Id,
            contract_line_name: z.string(),
            currency_code: z.string(),
            monthly_revenue: Amount,
            clients: z.int(),
          }),
        )
        .describe('The ten with the highest fees, those in the default currency first'),
    }),
    usage_trends: z.object({
      most_popular_contract_line_types: z.array(z.object({ type: ContractLineType, count: z.int(), percentage: z.number() })),
      billing_frequency_distribution: z.array(z.object({ frequency: BillingFrequency, count: z.int(), percentage: z.number() })),
      most_used_services: z.array(ServiceShare).describe('Services in most contract lines, ten at most'),
    }),
    churn_rate: z.number().describe('Percent of the assignments of a month ago that are gone'),
    overage_this_month: Amount.describe('Billed this month for work beyond what fees include, in the default currency'),
    generated_at: z.string().describe('When this was counted'),
  })
  .meta({ id: 'BillingOverview' });
export type BillingOverview = z.infer<typeof BillingOverview>;

const params = z.object({ id: Id.describe('Contract line id') });

export const contractAnalyticsRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Contract lines', staffOnly: true },
  {
    getContractLineAnalytics: {
      method: 'get',
      path: '/api/v1/contract-lines/{id}/analytics',
      permission: 'billing:read',
      summary: 'Clients, fees and growth of a contract line',
      params,
      reply: one(ContractLineAnalytics),
      errors: ['NOT_FOUND'],
    },
    getContractLineUsage: {
      method: 'get',
      path: '/api/v1/contract-lines/{id}/usage-metrics',
      permission: 'billing:read',
      summary: 'What was worked and used by a contract line, and what that cost',
      params,
      query: UsageMetricsQuery,
      reply: one(ContractLineUsage),
      errors: ['NOT_FOUND'],
    },
    getBillingOverview: {
      method: 'get',
      path: '/api/v1/billing-analytics/overview',
      permission: 'billing:read',
      summary: 'Contract lines, fees and trends of all clients',
      reply: one(BillingOverview),
    },
  },
);
