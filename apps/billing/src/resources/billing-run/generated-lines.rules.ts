import { daysBetween, type Period } from '@psa/calendar';
import { allocate, DECIMAL_PLACES, fromMillionths, quotient, toMinorNumber } from '@psa/money';
import type { Line } from '../invoice/invoice-lines.actions.ts';
import type { CoveredCharge } from './block-draws.rules.ts';
import type { BucketCharge } from './bucket-charges.rules.ts';
import type { DeviceCharge } from './device-charges.rules.ts';
import { coveredDays, isWhole } from './due-periods.rules.ts';
import { type FixedCharge, isByDays } from './fixed-charges.rules.ts';
import type { HourKind } from './hourly-charges.rules.ts';
import type { UsageCharge } from './usage-charges.rules.ts';

/** A generated line before it has an id. */
export type NewLine = Omit<Line, 'item_id' | 'is_manual' | 'is_discount'>;

const hoursOf = (minutes: number) => quotient(minutes, 60, DECIMAL_PLACES);

const MAX_DESCRIPTION_LENGTH = 500;

/** The fee of a period, a line for each way its services are taxed. */
export function linesOfFee(charge: FixedCharge): NewLine[] {
  const { terms, period, unbilled, amount } = charge;
  const { contract_line_name, contract_line_id, location_id, shares } = terms;
  const days = `${coveredDays(charge)} of ${daysBetween(period.start, period.end)} days`;
  const fee = {
    quantity: 1,
    contract_line_id,
    location_id,
    service_period_start: unbilled.start,
    service_period_end: unbilled.end,
    explanation: `Fee from ${unbilled.start} to before ${unbilled.end}, in ${terms.billing_timing}${!isWhole(charge) && isByDays(charge, terms) ? `, ${days}` : ''}`,
  };
  if (shares.length < 2) return [{ ...fee, description: contract_line_name, unit_price: amount, taxed_as: shares[0]?.taxed_as ?? null }];
  const parts = allocate(
    BigInt(amount),
    shares.map(({ weight }) => weight),
  ).map(toMinorNumber);
  let from = 0;
  return shares.map(({ taxed_as, name }, index) => {
    const unit_price = parts[index] ?? 0;
    const part_of_fee = { from, to: (from += unit_price), of: amount };
    return { ...fee, description: `${contract_line_name}: ${name}`.slice(0, MAX_DESCRIPTION_LENGTH), unit_price, taxed_as, part_of_fee };
  });
}

/** The devices of a period. */
export function linesOfDevices({ terms, unbilled, millionths, counted }: DeviceCharge, name: string): NewLine[] {
  return [
    {
      description: name,
      quantity: fromMillionths(millionths),
      ...(terms.rate !== null && { unit_price: terms.rate }),
      service_id: terms.service_id,
      contract_line_id: terms.contract_line_id,
      location_id: terms.location_id,
      service_period_start: unbilled.start,
      service_period_end: unbilled.end,
      explanation: `${terms.contract_line_name}: ${counted}, ${terms.asset_type === null ? 'of all types' : `of type ${terms.asset_type}`}`,
    },
  ];
}

const SUFFIX: Readonly<Record<HourKind, string>> = { regular: '', overtime: ', overtime', after_hours: ', out of hours' };

/** Work at an hourly price: what is billed, and what blocks of hours cover. @param rate minor units an hour; absent of a service without a price */
export function linesOfWork(charge: CoveredCharge, service: string, rate: number | undefined, window: Period): NewLine[] {
  const { service_id, terms, kind, tax_region, minutes, covered, parts } = charge;
  const name = `${service}${SUFFIX[kind]}`;
  const worked = parts.reduce((sum, { entry }) => sum + entry.billable_duration, 0);
  const by = terms === null ? 'at the price of the service' : `by ${terms.contract_line_name}`;
  const rules = terms === null ? '' : `; each at least ${terms.minimum} minutes, rounded up to ${Math.max(1, terms.roundUpTo)}`;
  const common = {
    service_id,
    contract_line_id: terms?.contract_line_id ?? null,
    tax_region,
    service_period_start: window.start,
    service_period_end: window.end,
  };
  const billed = {
    ...common,
    description: name,
    quantity: hoursOf(minutes),
    minutes,
    ...(rate !== undefined && { unit_price: rate }),
    explanation: `${parts.length} time entries with ${worked} minutes, ${minutes} billed ${by}${rules}`,
  };
  const free = {
    ...common,
    description: `${name}, covered by hours bought in advance`,
    quantity: hoursOf(covered),
    minutes: covered,
    unit_price: 0,
    explanation: `${covered} minutes taken from ${charge.draws.length} blocks of hours`,
  };
  return [...(minutes > 0 || covered === 0 ? [billed] : []), ...(covered > 0 ? [free] : [])];
}

/** Work that a fee includes, as far as it does. */
export function linesOfBucket({ terms, period, minutes, overage, available, entries }: BucketCharge, name: string): NewLine[] {
  const common = {
    service_id: terms.service_id,
    contract_line_id: terms.contract_line_id,
    // That of the client where the work was done in several.
    tax_region: entries.every(({ tax_region }) => tax_region === entries[0]?.tax_region) ? (entries[0]?.tax_region ?? null) : null,
    service_period_start: period.start,
    service_period_end: period.end,
  };
  const included = minutes - overage;
  const what = `${entries.length} time entries with ${minutes} minutes; ${terms.contract_line_name} includes ${available} this month`;
  return [
    ...(included > 0
      ? [
          {
            ...common,
            description: `${name}, included in ${terms.contract_line_name}`,
            quantity: hoursOf(included),
            minutes: included,
            unit_price: 0,
            explanation: what,
          },
        ]
      : []),
    ...(overage > 0
      ? [
          {
            ...common,
            description: `${name}, beyond what ${terms.contract_line_name} includes`,
            quantity: hoursOf(overage),
            minutes: overage,
            unit_price: terms.overage_rate,
            explanation: `${overage} minutes beyond them; ${what}`,
          },
        ]
      : []),
  ];
}

/** Usage, a line for each price. */
export function linesOfUsage({ service_id, terms, used, bands, records }: UsageCharge, name: string, window: Period): NewLine[] {
  const by = terms === null ? 'at the price of the service' : `by ${terms.contract_line_name}`;
  const minimum = terms !== null && terms.minimum > used ? `; at least ${terms.minimum}` : '';
  return bands.map(({ quantity, rate }, index) => ({
    description: bands.length > 1 ? `${name}, tier ${index + 1}` : name,
    quantity,
    ...(rate !== null && { unit_price: rate }),
    service_id,
    contract_line_id: terms?.contract_line_id ?? null,
    service_period_start: window.start,
    service_period_end: window.end,
    explanation: `${records.length} records with ${used} in all, billed ${by}${minimum}`,
  }));
}
