import { quotient } from '@psa/money';
import { addDays, addMonths } from '@psa/calendar';
import { invalidField, notFound } from '@psa/contract-kit';
import { type BillingFrequency, contractAnalyticsRoutes, type ContractLineType } from '@psa/contracts-billing';
import { type Db, handlers } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { findContractLine } from '../contract-line/contract-line.records.ts';
import { findLineServices } from '../contract-line/line-service/line-service.records.ts';
import { assignedFees, countLines, mostBilledServices, namesOfLines, overageOfMonth, usageOfLine } from './contract-analytics.records.ts';
import { churnRate, isAssignedOn, monthlyFees, percentage } from './monthly-fees.rules.ts';

const DEFAULT_DAYS = 30;
const TOP_LINES = 10;
const today = () => new Date().toISOString().slice(0, 10);

export const contractAnalyticsHandlers = handlers(contractAnalyticsRoutes, {
  getContractLineAnalytics: async ({ db, params }) => {
    await requireLine(db, params.id);
    const day = today();
    const { default_currency } = await readBillingSettings(db);
    const [fees, services, billed] = await Promise.all([
      assignedFees(db, default_currency, params.id),
      findLineServices(db, [params.id]),
      mostBilledServices(db, params.id, addMonths(day, -12)),
    ]);
    const monthAgo = addMonths(day, -1);
    const clients = new Set(fees.map(({ client_id }) => client_id));
    const active = new Set(fees.filter((fee) => isAssignedOn(fee, day)).map(({ client_id }) => client_id));
    const firstDays = [...clients].map((client) =>
      fees
        .flatMap(({ client_id, active }) => (client_id === client ? (active[0]?.start ?? []) : []))
        .reduce((first, start) => (start < first ? start : first), '9999'),
    );
    const [monthly, before] = [monthlyFees(fees, day), monthlyFees(fees, monthAgo)];
    return {
      data: {
        total_clients: clients.size,
        active_clients: active.size,
        revenue: {
          monthly,
          quarterly: monthly * 3,
          yearly: monthly * 12,
          average_per_client: active.size === 0 ? 0 : quotient(monthly, active.size),
        },
        usage_stats: {
          total_services: services.length,
          most_used_services: billed,
          average_services_per_client: active.size === 0 ? 0 : services.length,
        },
        growth_metrics: {
          new_clients_this_month: firstDays.filter((first) => first.slice(0, 7) === day.slice(0, 7)).length,
          churn_rate: churnRate(fees, monthAgo, day, ({ client_id }) => client_id),
          revenue_growth_rate: percentage(monthly - before, before),
        },
      },
    };
  },

  getContractLineUsage: async ({ db, params, query }) => {
    await requireLine(db, params.id);
    const period_end = query.period_end ?? today();
    const period_start = query.period_start ?? addDays(period_end, -DEFAULT_DAYS);
    if (period_start > period_end) throw invalidField('period_start', 'must not be after period_end');
    return { data: { period_start, period_end, ...(await usageOfLine(db, params.id, period_start, period_end)) } };
  },

  getBillingOverview: async ({ db }) => {
    const day = today();
    const { default_currency } = await readBillingSettings(db);
    const [fees, counted, overage_this_month] = await Promise.all([
      assignedFees(db, default_currency),
      countLines(db),
      overageOfMonth(db, day, default_currency),
    ]);
    const active = fees.filter((fee) => isAssignedOn(fee, day));
    const byLine = [...Map.groupBy(active, ({ contract_line_id }) => contract_line_id)].map(([contract_line_id, assigned]) => ({
      contract_line_id,
      currency_code: assigned[0]?.currency_code ?? default_currency,
      monthly_revenue: monthlyFees(assigned, day),
      clients: new Set(assigned.map(({ client_id }) => client_id)).size,
    }));
    const isOther = ({ currency_code }: (typeof byLine)[number]) => Number(currency_code !== default_currency);
    const top = byLine
      .toSorted((one, other) => isOther(one) - isOther(other) || other.monthly_revenue - one.monthly_revenue)
      .slice(0, TOP_LINES);
    const names = await namesOfLines(
      db,
      top.map(({ contract_line_id }) => contract_line_id),
    );
    const total_plans = counted.lines.reduce((sum, { count }) => sum + count, 0);
    const countBy = <Name extends ContractLineType | BillingFrequency>(read: (line: (typeof counted.lines)[number]) => Name) =>
      [...Map.groupBy(counted.lines, read)]
        .map(([name, lines]) => ({ name, count: lines.reduce((sum, { count }) => sum + count, 0) }))
        .toSorted((one, other) => other.count - one.count);
    const inDefault = byLine.filter((line) => isOther(line) === 0).length;
    const types = countBy(({ contract_line_type }) => contract_line_type);
    const byCurrency = [...Map.groupBy(active, ({ currency_code }) => currency_code)].map(([currency_code, assigned]) => ({
      currency_code,
      total_monthly_revenue: monthlyFees(assigned, day),
    }));
    const monthly = byCurrency.find(({ currency_code }) => currency_code === default_currency)?.total_monthly_revenue ?? 0;
    return {
      data: {
        total_plans,
        total_contracts: counted.contracts,
        total_assignments: active.length,
        plans_by_type: Object.fromEntries(types.map(({ name, count }) => [name, count])),
        revenue_summary: {
          total_monthly_revenue: monthly,
          by_currency: byCurrency.toSorted((one, other) => (one.currency_code < other.currency_code ? -1 : 1)),
          average_revenue_per_plan: inDefault === 0 ? 0 : quotient(monthly, inDefault),
          top_revenue_plans: top.map((line) => ({ ...line, contract_line_name: names.get(line.contract_line_id) ?? '' })),
        },
        usage_trends: {
          most_popular_contract_line_types: types.map(({ name, count }) => ({
            type: name,
            count,
            percentage: percentage(count, total_plans),
          })),
          billing_frequency_distribution: countBy(({ billing_frequency }) => billing_frequency).map(({ name, count }) => ({
            frequency: name,
            count,
            percentage: percentage(count, total_plans),
          })),
          most_used_services: counted.services,
        },
        churn_rate: churnRate(fees, addMonths(day, -1), day, ({ client_id, contract_line_id }) => `${client_id}/${contract_line_id}`),
        overage_this_month,
        generated_at: new Date().toISOString(),
      },
    };
  },
});

/** @throws NOT_FOUND */
async function requireLine(db: Db, id: string): Promise<void> {
  if ((await findContractLine(db, id)) === undefined) throw notFound('Contract line');
}
