import { addDays, type BillingAnchor, type Period } from '@psa/calendar';
import { ApiError } from '@psa/contract-kit';
import { priceOf as costOf, sumOf, toMinorNumber } from '@psa/money';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { type BilledService, billedServices, type Currencies, NoPriceInCurrency, priceIn } from '../invoice/billed-services.records.ts';
import { periodsWithin } from '../contract-line/active-periods.rules.ts';
import { type Aliases, billedDays, billedDaysList } from '../contract-line/assigned-fee.records.ts';
import { findLineServices, type LineServiceRow } from '../contract-line/line-service/line-service.records.ts';
import type { BucketTerms } from './bucket-charges.rules.ts';
import type { DeviceTerms } from './device-charges.rules.ts';
import type { FeeShare, FixedTerms } from './fixed-charges.rules.ts';
import type { HourlyTerms } from './hourly-charges.rules.ts';
import type { UsageTerms } from './usage-charges.rules.ts';

/** Everything a client is billed by. */
export interface Terms {
  readonly hourly: readonly HourlyTerms[];
  readonly fixed: readonly FixedTerms[];
  readonly buckets: readonly BucketTerms[];
  readonly usage: readonly UsageTerms[];
  readonly devices: readonly DeviceTerms[];
}

const MAX_ASSIGNMENTS = 1_000;

/** What the terms of a client are read for. */
export interface TermsFor {
  readonly currencies: Currencies;
  /** Whether lines with rates in another currency are left out instead of refused. */
  readonly isAlone: boolean;
  /** Where the periods of the client begin. */
  readonly anchor: BillingAnchor;
  /** From the first to the last day that is billed. */
  readonly days: Period;
}

/**
 * Lines assigned to a client, as they are billed: its own price comes before that of the line, and that before those of the services.
 * @throws CONFLICT when the rates of one are in another currency
 */
export async function termsOfClient(db: Db, clientId: string, { currencies, isAlone, anchor, days }: TermsFor): Promise<Terms> {
  const assigned = (await assignmentsOf(db, clientId)).map((row) => ({ ...row, client_anchor: anchor }));
  const services = Map.groupBy(
    await findLineServices(
      db,
      assigned.map(({ contract_line_id }) => contract_line_id),
    ),
    ({ contract_line_id }) => contract_line_id,
  );
  const rows = assigned.filter((row) => {
    const currency = row.currency_code;
    if (currency === null || currency === currencies.wanted || !hasRates(row, services.get(row.contract_line_id) ?? [])) return true;
    if (isAlone) return false;
    // One that ended long ago, or begins later, is not due.
    if (!isAssignedWithin(row, days)) return false;
    throw new OtherCurrency(row, currency, currencies.wanted);
  });
  const prices = await pricesOf(db, [...services.values()].flat(), currencies);
  const of = <Found>(read: (row: Assignment, services: readonly LineServiceRow[]) => Found[]) =>
    rows.flatMap((row) => read(row, services.get(row.contract_line_id) ?? []));
  return {
    hourly: of(hourlyTerms),
    fixed: of((row, lines) => fixedTerms(row, lines, prices)),
    buckets: of(bucketTerms),
    usage: of(usageTerms),
    devices: of(deviceTerms),
  };
}

/** Thrown when a contract line that is due is priced in another currency than the invoice. */
class OtherCurrency extends ApiError {
  constructor({ contract_line_id, contract_line_name }: Assignment, currency_code: string, wanted: string) {
    super('CONFLICT', `The rates of ${contract_line_name} are in ${currency_code}, not in ${wanted}: bill each with its currency_code`, {
      reason: 'currency',
      contract_line_id,
      currency_code,
    });
  }
}

/** The longest period a line is billed for. */
const A_YEAR_DAYS = 366;

function isAssignedWithin({ active }: Assignment, { start, end }: Period): boolean {
  return periodsWithin(active, { start: addDays(start, -A_YEAR_DAYS), end }).length > 0;
}

const RATES = ['rate', 'base_rate', 'hourly_rate', 'overage_rate'] as const;

/** Whether a line has prices of its own, which are in its currency. Those of services are in any. */
function hasRates(row: Assignment, services: readonly LineServiceRow[]): boolean {
  const own = [row.custom_rate, row.base_rate, row.hourly_rate, row.enable_overtime ? row.overtime_rate : null];
  const hasOwn = ({ custom_rate, rate_tiers, type_config }: LineServiceRow) =>
    custom_rate !== null || rate_tiers.length > 0 || RATES.some((name) => (type_config[name] ?? null) !== null);
  return own.some((rate) => rate !== null) || services.some(hasOwn);
}

type Assignment = Awaited<ReturnType<typeof assignmentsOf>>[number] & { readonly client_anchor: BillingAnchor };

/** Assignments that are or were billed on some day. */
function assignmentsOf(db: Db, clientId: string) {
  const of: Aliases = { assigned: 'assigned', line: 'line' };
  return db
    .selectFrom('client_contract_lines as assigned')
    .innerJoin('contract_lines as line', (join) =>
      join.onRef('line.tenant', '=', 'assigned.tenant').onRef('line.contract_line_id', '=', 'assigned.contract_line_id'),
    )
    .selectAll('line')
    .select(['assigned.client_contract_line_id', 'assigned.start_date as anchor_date', 'assigned.custom_rate'])
    .select(billedDaysList(of).as('active'))
    .where('assigned.client_id', '=', clientId)
    .where(sql<SqlBool>`not isempty(${billedDays(of)})`)
    .orderBy('assigned.start_date')
    .orderBy('assigned.client_contract_line_id')
    .limit(MAX_ASSIGNMENTS)
    .execute();
}

/** What services cost and how they are taxed. */
interface Prices {
  /** @throws CONFLICT for a service without a price in the currency */
  readonly priceOf: (serviceId: string) => number;
  /** The same, but 0 where there is no price. */
  readonly worthOf: (serviceId: string) => number;
  readonly find: (serviceId: string) => BilledService | undefined;
}

async function pricesOf(db: Db, lines: readonly LineServiceRow[], currencies: Currencies): Promise<Prices> {
  const services = await billedServices(
    db,
    lines.map(({ service_id }) => service_id),
  );
  const find = (serviceId: string) => services.get(serviceId);
  const priceOf = (serviceId: string) => {
    const service = find(serviceId);
    const price = priceIn(service, currencies);
    if (price === undefined && service !== undefined) throw new NoPriceInCurrency(service, currencies.wanted);
    return price ?? 0;
  };
  return { priceOf, worthOf: (serviceId) => priceIn(find(serviceId), currencies) ?? 0, find };
}

function hourlyTerms(row: Assignment, services: readonly LineServiceRow[]): HourlyTerms[] {
  const { client_contract_line_id, contract_line_id, contract_line_name, active } = row;
  const { billing_frequency, cadence_owner, anchor_date, client_anchor, enable_overtime, overtime_rate, overtime_threshold } = row;
  const overtime =
    enable_overtime && overtime_rate !== null && overtime_threshold !== null
      ? { rate: overtime_rate, after: overtime_threshold * 60, billing_frequency, cadence_owner, anchor_date, client_anchor }
      : null;
  const after_hours = row.enable_after_hours_rate && row.after_hours_multiplier !== null ? String(row.after_hours_multiplier) : null;
  const head = { client_contract_line_id, contract_line_id, contract_line_name, active, overtime, after_hours };
  const hourly = services.filter(({ configuration_type }) => configuration_type === 'Hourly');
  if (hourly.length > 0)
    return hourly.map(({ service_id, custom_rate, type_config: config }) => ({
      ...head,
      service_id,
      rate: (row.contract_line_type === 'Hourly' ? row.custom_rate : null) ?? custom_rate ?? Number(config['hourly_rate']),
      minimum: Number(config['minimum_billable_time']),
      roundUpTo: Number(config['round_up_to_nearest']),
    }));
  if (row.contract_line_type !== 'Hourly') return [];
  const rate = row.custom_rate ?? row.hourly_rate;
  return [{ ...head, service_id: null, rate, minimum: row.minimum_billable_time, roundUpTo: row.round_up_to_nearest }];
}

function fixedTerms(row: Assignment, services: readonly LineServiceRow[], prices: Prices): FixedTerms[] {
  if (row.contract_line_type !== 'Fixed') return [];
  const rate = row.custom_rate ?? row.base_rate ?? sumOfServices(services, prices);
  if (rate === null) return [];
  const { enable_proration, billing_cycle_alignment } = row;
  const byDays = enable_proration || billing_cycle_alignment === 'prorated';
  const partial_periods = byDays ? 'by_days' : billing_cycle_alignment === 'end' ? 'free' : 'full';
  return [{ ...periodicHead(row), partial_periods, rate, shares: sharesOf(services, prices) }];
}

function deviceTerms(row: Assignment, services: readonly LineServiceRow[]): DeviceTerms[] {
  return services
    .filter(({ configuration_type }) => configuration_type === 'Device')
    .map(({ service_id, custom_rate, type_config: config }) => ({
      ...periodicHead(row),
      service_id,
      asset_type: typeof config['asset_type'] === 'string' ? config['asset_type'] : null,
      rate: custom_rate ?? (config['rate'] === undefined || config['rate'] === null ? null : Number(config['rate'])),
      minimum: Number(config['minimum_devices'] ?? 0),
      by_days: row.enable_proration || row.billing_cycle_alignment === 'prorated',
    }));
}

function periodicHead(row: Assignment) {
  const { client_contract_line_id, contract_line_id, contract_line_name, location_id } = row;
  const { billing_frequency, billing_timing, cadence_owner, anchor_date, client_anchor, active } = row;
  const cadence = { billing_frequency, billing_timing, cadence_owner, anchor_date, client_anchor, active };
  return { client_contract_line_id, contract_line_id, contract_line_name, location_id, ...cadence };
}

const isFixed = ({ configuration_type }: LineServiceRow) => configuration_type === 'Fixed';

/** The fee of a line without one: what its fixed services cost. */
function sumOfServices(services: readonly LineServiceRow[], { priceOf }: Prices): number | null {
  const fixed = services.filter(isFixed);
  return fixed.length === 0 ? null : toMinorNumber(sumOf(fixed.map((service) => costOfService(service, priceOf))));
}

function costOfService({ service_id, quantity, custom_rate, type_config: config }: LineServiceRow, priceOf: Prices['priceOf']): bigint {
  const configured = config['base_rate'] === undefined || config['base_rate'] === null ? undefined : Number(config['base_rate']);
  return costOf(String(custom_rate ?? configured ?? priceOf(service_id)), String(quantity));
}

/** Splits a fee by how its services are taxed, in proportion to what they cost by themselves. */
function sharesOf(services: readonly LineServiceRow[], { worthOf, find }: Prices): FeeShare[] {
  const taxOf = ({ service_id }: LineServiceRow) => find(service_id)?.tax_region ?? null;
  return [...Map.groupBy(services.filter(isFixed), taxOf).values()].map((group) => ({
    taxed_as: group[0]!.service_id,
    name: group.flatMap(({ service_id }) => find(service_id)?.service_name ?? []).join(', '),
    weight: sumOf(group.map((service) => costOfService(service, worthOf))),
  }));
}

function bucketTerms(row: Assignment, services: readonly LineServiceRow[]): BucketTerms[] {
  const { client_contract_line_id, contract_line_id, contract_line_name, active } = row;
  return services
    .filter(({ configuration_type }) => configuration_type === 'Bucket')
    .map(({ service_id, quantity, type_config: config }) => ({
      client_contract_line_id,
      contract_line_id,
      contract_line_name,
      service_id,
      active,
      included: quantity * Number(config['total_minutes']),
      overage_rate: Number(config['overage_rate']),
      allow_rollover: config['allow_rollover'] === true,
    }));
}

function usageTerms(row: Assignment, services: readonly LineServiceRow[]): UsageTerms[] {
  const { client_contract_line_id, contract_line_id, contract_line_name, active } = row;
  return services
    .filter(({ configuration_type }) => configuration_type === 'Usage')
    .map(({ service_id, custom_rate, type_config: config, rate_tiers }) => {
      const configured = config['base_rate'] === undefined || config['base_rate'] === null ? null : Number(config['base_rate']);
      return {
        client_contract_line_id,
        contract_line_id,
        contract_line_name,
        service_id,
        active,
        rate: (row.contract_line_type === 'Usage' ? row.custom_rate : null) ?? custom_rate ?? configured,
        tiers: rate_tiers,
        tier_mode: config['tier_mode'] === 'volume' ? ('volume' as const) : ('graduated' as const),
        minimum: Number(config['minimum_usage'] ?? 0),
      };
    });
}
