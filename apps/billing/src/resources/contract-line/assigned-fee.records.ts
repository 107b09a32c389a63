import { type RawBuilder, sql } from 'kysely';
import type { ActivePeriod } from './active-periods.rules.ts';

/** Names of the tables in the statement that the parts below are put into. */
export interface Aliases {
  /** Of `client_contract_lines`. */
  readonly assigned: string;
  /** Of `contract_lines`. */
  readonly line: string;
}

/**
 * Days an assignment is billed for, as a multirange: those on which itself, its contract and its line are active. Without the day on which
 * it was deactivated, it never was active; without an inactive period that ends when its line was activated, the line was not before. A
 * contract that is activated for the first time bills from the days that were agreed. An assignment that was deactivated ends where the
 * one that was made in its place begins, unless that is under a contract that never was active.
 */
export function billedDays({ assigned: a, line: l }: Aliases): RawBuilder<unknown> {
  const contract = `c.tenant = ${a}.tenant and c.contract_id = ${a}.client_contract_id`;
  const ofLine = `p.tenant = ${a}.tenant and p.contract_line_id = ${a}.contract_line_id`;
  return sql.raw(`(datemultirange(daterange(${a}.start_date, ${a}.end_date)) - coalesce((select range_agg(inactive.days) from (
    select daterange(${a}.ended_on, null) as days where not ${a}.is_active
    union all select daterange(min(o.start_date), null) from client_contract_lines o where o.tenant = ${a}.tenant
      and o.client_id = ${a}.client_id and o.contract_line_id = ${a}.contract_line_id and o.is_active
      and (o.end_date is null or o.end_date > ${a}.start_date) and not ${a}.is_active
      and not exists (select 1 from contracts c where c.tenant = o.tenant and c.contract_id = o.client_contract_id
        and not c.is_active and c.ended_on is null)
      having min(o.start_date) is not null
    union all select daterange(c.end_date, null) from contracts c where ${contract} and c.end_date is not null
    union all select daterange(c.ended_on, null) from contracts c where ${contract} and not c.is_active
    union all select daterange(c.starts_on, c.ends_on) from contract_inactive_periods c where ${contract}
    union all select daterange(${l}.activation_date, null) where not ${l}.is_active
    union all select daterange(p.starts_on, p.ends_on) from contract_line_inactive_periods p where ${ofLine}
    union all select daterange(null, ${l}.activation_date) where ${l}.is_active and ${l}.activation_date is not null
      and not exists (select 1 from contract_line_inactive_periods p where ${ofLine} and p.ends_on = ${l}.activation_date)
  ) inactive), '{}'))`);
}

/** The same as a list of periods, in their order. */
export function billedDaysList(of: Aliases): RawBuilder<ActivePeriod[]> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('start', lower(days), 'end', upper(days)) order by days), '[]'::jsonb)
    from unnest(${billedDays(of)}) days)`;
}

/**
 * Fee of a period in minor units, as a billing run computes it: the price of the client before that of the line, and that before what its
 * fixed services cost.
 * @param currency of the fee @param defaultCurrency of the default rates of services
 */
export function feeOf({ assigned, line }: Aliases, currency: RawBuilder<string>, defaultCurrency: string): RawBuilder<number | null> {
  const [own, of] = [sql.raw(assigned), sql.raw(line)];
  return sql`case when ${of}.contract_line_type = 'Fixed' then coalesce(${own}.custom_rate, ${of}.base_rate, (
    select sum(round(s.quantity * coalesce(s.custom_rate, (s.type_config ->> 'base_rate')::numeric,
      (select (price ->> 'rate')::numeric from jsonb_array_elements(service.prices) price where price ->> 'currency_code' = ${currency} limit 1),
      case when ${currency} = ${defaultCurrency} then service.default_rate end, 0)))::bigint
    from line_services s join services service on service.tenant = s.tenant and service.service_id = s.service_id
    where s.tenant = ${of}.tenant and s.contract_line_id = ${of}.contract_line_id and s.configuration_type = 'Fixed')) end`;
}
