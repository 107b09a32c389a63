import { ALWAYS, businessMinutesBetween, type BusinessHours } from '@psa/calendar';
import { divideRounded } from '@psa/money';
import { type ActivePeriod, coversDay } from '../contract-line/active-periods.rules.ts';
import { type PeriodTerms, periodOf } from './due-periods.rules.ts';

/** Approved work that was not billed. */
export interface DueWork {
  readonly entry_id: string;
  readonly service_id: string;
  readonly contract_line_id: string | null;
  readonly work_date: string;
  readonly start_time: string;
  /** Null of entries of which only the minutes are known. */
  readonly end_time: string | null;
  /** Minutes. */
  readonly billable_duration: number;
  /** Default rate of the service when the work was logged, in minor units an hour; null where it was not kept. */
  readonly rate: number | null;
  readonly tax_region: string | null;
}

/** An hourly contract line, or a service of a line that is billed by the hour, as it is assigned to a client. */
export interface HourlyTerms {
  readonly client_contract_line_id: string;
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  /** The only service it bills; any when null. */
  readonly service_id: string | null;
  /** Days it is assigned for. */
  readonly active: readonly ActivePeriod[];
  /** Minor units an hour; the price of the service when null. */
  readonly rate: number | null;
  /** Minutes. */
  readonly minimum: number;
  /** Minutes. */
  readonly roundUpTo: number;
  /** Work beyond so many minutes of a period of the line. */
  readonly overtime: ({ readonly rate: number; readonly after: number } & PeriodTerms) | null;
  /** Decimal text that the price of work out of hours is multiplied by; null for the same price at any time. */
  readonly after_hours: string | null;
}

export type HourKind = 'regular' | 'overtime' | 'after_hours';

/** Work that is billed together: of one service, at one price, by one contract line, taxed in one region. */
export interface HourlyCharge {
  readonly service_id: string;
  readonly terms: HourlyTerms | null;
  readonly kind: HourKind;
  /** Default rate of the service that holds for this work, where its price is that of the service: today's when null. */
  readonly logged_rate: number | null;
  readonly tax_region: string | null;
  readonly minutes: number;
  /** Billed minutes of each entry. */
  readonly parts: readonly { readonly entry: DueWork; readonly minutes: number }[];
}

/** What hourly prices depend on beside the work. */
export interface HourlyContext {
  readonly hours: BusinessHours;
  /** Work that is billed already and counts towards overtime. */
  readonly before: readonly (DueWork & { readonly billed_by: string })[];
}

/** Minutes that are billed for a stretch of work: at least the minimum, rounded up to a multiple. */
export function billedMinutes(minutes: number, { minimum, roundUpTo }: Pick<HourlyTerms, 'minimum' | 'roundUpTo'>): number {
  const least = Math.max(minutes, minimum);
  const beyond = roundUpTo > 1 ? least % roundUpTo : 0;
  return beyond === 0 ? least : least + roundUpTo - beyond;
}

/**
 * What work is billed by: the line it names, while that is assigned to the client; otherwise one that names its service, then the
 * hourly line that was first; null for the price of the service.
 */
export function termsOf(
  work: Pick<DueWork, 'contract_line_id' | 'service_id' | 'work_date'>,
  offered: readonly HourlyTerms[],
): HourlyTerms | null {
  const holding = offered.filter(
    ({ service_id, active }) => (service_id === null || service_id === work.service_id) && coversDay(active, work.work_date),
  );
  const specificFirst = holding.toSorted((one, other) => Number(one.service_id === null) - Number(other.service_id === null));
  return specificFirst.find(({ contract_line_id }) => contract_line_id === work.contract_line_id) ?? specificFirst[0] ?? null;
}

/** Puts work together that is billed alike, in the order it is found in. */
export function hourlyCharges(work: readonly DueWork[], offered: readonly HourlyTerms[], context: HourlyContext): HourlyCharge[] {
  const groups = new Map<string, Omit<HourlyCharge, 'minutes' | 'parts'> & { readonly parts: { entry: DueWork; minutes: number }[] }>();
  const worked = new Overtime();
  for (const entry of context.before) {
    const terms = offered.find(({ contract_line_id }) => contract_line_id === entry.billed_by);
    if (terms !== undefined) worked.split(entry, terms, minutesOf(entry, terms, context.hours).regular);
  }
  for (const entry of work) {
    const terms = termsOf(entry, offered);
    const { regular, after_hours } = minutesOf(entry, terms, context.hours);
    const parts: readonly (readonly [HourKind, number])[] = [...worked.split(entry, terms, regular), ['after_hours', after_hours]];
    for (const [kind, minutes] of parts.filter(([, some]) => some > 0)) {
      const { service_id, tax_region } = entry;
      const isPricedByTerms = kind === 'overtime' || (terms?.rate ?? null) !== null;
      const logged_rate = isPricedByTerms ? null : entry.rate;
      const key = JSON.stringify([service_id, terms?.client_contract_line_id, tax_region, kind, logged_rate]);
      const group = groups.get(key) ?? { terms, kind, service_id, logged_rate, tax_region, parts: [] };
      groups.set(key, group);
      group.parts.push({ entry, minutes });
    }
  }
  return [...groups.values()].map((group) => ({ ...group, minutes: group.parts.reduce((sum, { minutes }) => sum + minutes, 0) }));
}

/** Billed minutes of an entry in hours and out of them, in proportion to when the work was done. */
function minutesOf(entry: DueWork, terms: HourlyTerms | null, hours: BusinessHours): { regular: number; after_hours: number } {
  const billed = terms === null ? entry.billable_duration : billedMinutes(entry.billable_duration, terms);
  if (terms === null || terms.after_hours === null || entry.end_time === null) return { regular: billed, after_hours: 0 };
  const stretch = businessMinutesBetween(entry.start_time, entry.end_time, ALWAYS);
  if (stretch <= 0) return { regular: billed, after_hours: 0 };
  const inHours = businessMinutesBetween(entry.start_time, entry.end_time, hours);
  const regular = Number(divideRounded(BigInt(billed) * BigInt(inHours), BigInt(stretch)));
  return { regular, after_hours: billed - regular };
}

/** Counts the minutes of each period of each line, and tells which of them are beyond what is regular. */
class Overtime {
  readonly #worked = new Map<string, number>();

  split({ work_date }: DueWork, terms: HourlyTerms | null, minutes: number): [['regular', number], ['overtime', number]] {
    const overtime = terms?.overtime ?? null;
    if (terms === null || overtime === null)
      return [
        ['regular', minutes],
        ['overtime', 0],
      ];
    const key = `${terms.contract_line_id} ${periodOf(overtime, work_date).start}`;
    const before = this.#worked.get(key) ?? 0;
    this.#worked.set(key, before + minutes);
    const beyond = Math.min(minutes, Math.max(0, before + minutes - overtime.after));
    return [
      ['regular', minutes - beyond],
      ['overtime', beyond],
    ];
  }
}
