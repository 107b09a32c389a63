import { type RawBuilder, sql } from 'kysely';

/** Names of the tables in the statement that the parts below are put into. */
export interface Aliases {
  /** Of `client_contract_lines`. */
  readonly assigned: string;
  /** Of `contract_lines`. */
  readonly line: string;
}

/** First day an assignment is billed: its own, or that on which its line was activated later. */
export function billedFrom({ assigned, line }: Aliases): RawBuilder<string> {
  return sql.raw(
    `case when ${line}.is_active and ${line}.activation_date > ${assigned}.start_date then ${line}.activation_date else ${assigned}.start_date end`,
  );
}

/**
 * First day an assignment is no longer billed: that on which itself, its contract or its line ends or was deactivated. One that never was
 * active ends when it begins.
 */
export function billedUntil({ assigned, line }: Aliases): RawBuilder<string | null> {
  return sql.raw(`least(${assigned}.end_date,
    (select least(c.end_date, case when not c.is_active then coalesce(c.ended_on, ${assigned}.start_date) end) from contracts c where c.tenant = ${assigned}.tenant and c.contract_id = ${assigned}.client_contract_id),
    case when not ${line}.is_active then coalesce(${line}.activation_date, ${assigned}.start_date) end,
    case when not ${assigned}.is_active then coalesce(${assigned}.ended_on, ${assigned}.start_date) end)`);
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
