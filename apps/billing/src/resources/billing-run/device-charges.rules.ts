import { addDays, daysBetween, type Period } from '@psa/calendar';
import { divideRounded } from '@psa/money';
import { periodsWithin } from '../contract-line/active-periods.rules.ts';
import { type BilledPeriod, type Cadence, coveredDays, type DuePeriod, duePeriods, isTransition } from './due-periods.rules.ts';

/** A service of a line that is billed for each device of the client. */
export interface DeviceTerms extends Cadence {
  readonly client_contract_line_id: string;
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  readonly location_id: string | null;
  readonly service_id: string;
  /** Only assets of this type; of any when null. */
  readonly asset_type: string | null;
  /** Minor units of one device and period; the price of the service when null. */
  readonly rate: number | null;
  /** Devices that are billed at least. */
  readonly minimum: number;
  /** Whether each device counts by its days of the period. */
  readonly by_days: boolean;
}

/** When an asset counted as a device. */
export interface DeviceWindow {
  readonly asset_type: string;
  readonly starts_on: string;
  /** Exclusive; null as long as it counts. */
  readonly ends_on: string | null;
}

export interface DeviceCharge extends DuePeriod {
  readonly terms: DeviceTerms;
  /** Devices, in millionths: parts of one where they count by days. */
  readonly millionths: bigint;
  /** How they were counted, in words. */
  readonly counted: string;
}

const MILLION = 1_000_000n;

/**
 * Devices of a client that are due in a window: those there were on the first day of a period in advance and on its last in arrears,
 * or, where a line in arrears counts by days, each for the days of the period on which it was there.
 * @param billed what of these devices is billed already
 */
export function deviceCharges(
  terms: DeviceTerms,
  devices: readonly DeviceWindow[],
  window: Period,
  billed: readonly BilledPeriod[] = [],
): DeviceCharge[] {
  const counted = devices.filter(({ asset_type }) => terms.asset_type === null || terms.asset_type === asset_type);
  return duePeriods(terms, window, billed).flatMap((due) => {
    const { period, covered } = due;
    const isByDays = terms.by_days && terms.billing_timing === 'arrears';
    const charge = isByDays ? byDays(counted, period, covered) : onDay(counted, terms, due);
    const least = isTransition(due) ? 0n : BigInt(terms.minimum) * MILLION;
    const millionths = charge.millionths < least ? least : charge.millionths;
    const note = charge.millionths < least ? `${charge.counted}; at least ${terms.minimum}` : charge.counted;
    return millionths === 0n ? [] : [{ terms, ...due, millionths, counted: note }];
  });
}

function onDay(devices: readonly DeviceWindow[], { billing_timing }: DeviceTerms, due: DuePeriod) {
  const { period, covered } = due;
  const day = billing_timing === 'advance' ? covered[0].start : addDays(covered.at(-1)!.end, -1);
  const there = devices.filter(({ starts_on, ends_on }) => starts_on <= day && (ends_on === null || day < ends_on));
  const counted = `${there.length} devices on ${day}`;
  if (!isTransition(due)) return { millionths: BigInt(there.length) * MILLION, counted };
  const [days, ofPeriod] = [coveredDays(due), daysBetween(period.start, period.end)];
  const millionths = divideRounded(BigInt(there.length * days) * MILLION, BigInt(ofPeriod));
  return { millionths, counted: `${counted}, for ${days} of ${ofPeriod} days` };
}

function byDays(devices: readonly DeviceWindow[], period: Period, covered: DuePeriod['covered']) {
  let days = 0;
  for (const { starts_on, ends_on } of devices)
    for (const part of covered)
      for (const { start, end } of periodsWithin([{ start: starts_on, end: ends_on }], part)) days += daysBetween(start, end);
  const ofPeriod = daysBetween(period.start, period.end);
  return { millionths: divideRounded(BigInt(days) * MILLION, BigInt(ofPeriod)), counted: `${days} days of devices in ${ofPeriod} days` };
}
