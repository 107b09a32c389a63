import type { Database } from '@psa/postgres-kit';
import type { Tx } from '../../time-app.ts';
import { insertPeriods, withoutOverlapping } from './time-period.actions.ts';
import type { PeriodRule } from './time-period-settings/settings-periods.rules.ts';
import { overlappingTimePeriods } from './time-period.records.ts';
import { periodsAround } from './time-period.rules.ts';

/** Adds the period of today and the one after it where they are missing. The tenant's periods are locked. @param today date in UTC */
export async function keepPeriods(tx: Tx, rules: readonly PeriodRule[], today = new Date().toISOString().slice(0, 10)): Promise<void> {
  const wanted = periodsAround(rules, today);
  const [first, last] = [wanted.at(0), wanted.at(-1)];
  if (first === undefined || last === undefined) return;
  const end = wanted.reduce((latest, period) => (period.end > latest ? period.end : latest), last.end);
  await insertPeriods(tx, withoutOverlapping(wanted, await overlappingTimePeriods(tx, { start: first.start, end })));
}

const WITHOUT_FUTURE = `select distinct tenant from time_period_settings settings
  where is_active and (effective_to is null or effective_to > $1::date)
    and not exists (select 1 from time_periods period where period.tenant = settings.tenant and period.start_date > $1::date)
  limit $2`;

/** Tenants that have periods generated and have none to come. @param today date in UTC */
export async function tenantsWithoutFuture(worker: Database, today: string, limit: number): Promise<string[]> {
  return (await worker.query<{ tenant: string }>(WITHOUT_FUTURE, [today, limit])).map(({ tenant }) => tenant);
}
