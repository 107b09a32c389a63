import { type ActivePeriod, coversDay, periodsWithin } from '../contract-line/active-periods.rules.ts';
import { monthOf, type Period, previousMonth } from './months.rules.ts';
import type { DueWork } from './hourly-charges.rules.ts';

/** Minutes of a service that the fee of an assigned line includes each month. */
export interface BucketTerms {
  readonly client_contract_line_id: string;
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  readonly service_id: string;
  /** Days it is assigned for. */
  readonly active: readonly ActivePeriod[];
  /** Minutes a month, however many of its days it is assigned for. */
  readonly included: number;
  /** Minor units an hour. */
  readonly overage_rate: number;
  readonly allow_rollover: boolean;
}

export interface BucketCharge {
  readonly terms: BucketTerms;
  readonly period: Period;
  /** Minutes it takes. */
  readonly minutes: number;
  /** Those of them beyond what is included. */
  readonly overage: number;
  /** What is included in this month, with what was left of the one before. */
  readonly available: number;
  readonly entries: readonly DueWork[];
}

/** What was taken before, and billed as overage, by {@link bucketKey}; in minutes. */
export type BucketUse = ReadonlyMap<string, { readonly minutes: number; readonly overage: number }>;

export const bucketKey = (terms: Pick<BucketTerms, 'client_contract_line_id' | 'service_id'>, periodStart: string) =>
  `${terms.client_contract_line_id}/${terms.service_id}/${periodStart}`;

/** The bucket that work falls into; none when the work names another line. */
export function bucketOf(
  work: Pick<DueWork, 'service_id' | 'contract_line_id' | 'work_date'>,
  offered: readonly BucketTerms[],
): BucketTerms | undefined {
  return offered.find(
    ({ service_id, contract_line_id, active }) =>
      service_id === work.service_id &&
      (work.contract_line_id === null || work.contract_line_id === contract_line_id) &&
      coversDay(active, work.work_date),
  );
}

/**
 * What work takes of the months it falls into. Overage is that of the month less what was billed of it, so that a month that is billed
 * in several invoices costs what it would in one, in whatever order they come and are deleted. Of the month before only its own minutes carry over: they do not add up further.
 */
export function bucketCharges(work: readonly DueWork[], offered: readonly BucketTerms[], before: BucketUse): BucketCharge[] {
  const groups = new Map<string, { terms: BucketTerms; period: Period; entries: DueWork[] }>();
  for (const entry of work) {
    const terms = bucketOf(entry, offered);
    if (terms === undefined) continue;
    const period = monthOf(entry.work_date);
    const key = bucketKey(terms, period.start);
    const group = groups.get(key) ?? { terms, period, entries: [] };
    groups.set(key, group);
    group.entries.push(entry);
  }
  const used = new Map(before);
  const inOrder = [...groups].toSorted(([, one], [, other]) => (one.period.start < other.period.start ? -1 : 1));
  return inOrder.map(([key, { terms, period, entries }]) => {
    const minutes = entries.reduce((sum, { billable_duration }) => sum + billable_duration, 0);
    const available = terms.included + carriedOver(terms, period, used);
    const taken = used.get(key) ?? { minutes: 0, overage: 0 };
    const ofMonth = Math.max(0, taken.minutes + minutes - available);
    const overage = Math.min(minutes, Math.max(0, ofMonth - taken.overage));
    used.set(key, { minutes: taken.minutes + minutes, overage: taken.overage + overage });
    return { terms, period, minutes, overage, available, entries };
  });
}

function carriedOver(terms: BucketTerms, period: Period, used: BucketUse): number {
  const last = previousMonth(period);
  // A month without the line leaves nothing over.
  if (!terms.allow_rollover || periodsWithin(terms.active, last).length === 0) return 0;
  return Math.max(0, terms.included - (used.get(bucketKey(terms, last.start))?.minutes ?? 0));
}
