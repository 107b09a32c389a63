import { fromMillionths, toMillionths } from '@psa/money';
import type { RateTier } from '@psa/contracts-billing';
import { type ActivePeriod, coversDay } from '../contract-line/active-periods.rules.ts';

/** Usage that was not billed. */
export interface DueUsage {
  readonly usage_id: string;
  readonly service_id: string;
  readonly contract_line_id: string | null;
  readonly usage_date: string;
  /** With six decimal places. */
  readonly quantity: number;
}

/** How a line that is assigned to a client bills the usage of a service. */
export interface UsageTerms {
  readonly client_contract_line_id: string;
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  readonly service_id: string;
  /** Days it is assigned for. */
  readonly active: readonly ActivePeriod[];
  /** Minor units for one; the price of the service when null. */
  readonly rate: number | null;
  readonly tiers: readonly RateTier[];
  readonly tier_mode: 'graduated' | 'volume';
  readonly minimum: number;
}

/** A part of the usage at one price. */
export interface UsageBand {
  readonly quantity: number;
  /** Minor units for one; the price of the service when null. */
  readonly rate: number | null;
}

/** Usage that is billed together: of one service by one contract line. */
export interface UsageCharge {
  readonly service_id: string;
  readonly terms: UsageTerms | null;
  /** What was used. */
  readonly used: number;
  readonly bands: readonly UsageBand[];
  readonly records: readonly DueUsage[];
}

/** What usage is billed by: the line it names while that is assigned, otherwise the line that was first; null for the price of the service. */
export function usageTermsOf(record: Omit<DueUsage, 'usage_id' | 'quantity'>, offered: readonly UsageTerms[]): UsageTerms | null {
  const holding = offered.filter(({ service_id, active }) => service_id === record.service_id && coversDay(active, record.usage_date));
  return holding.find(({ contract_line_id }) => contract_line_id === record.contract_line_id) ?? holding[0] ?? null;
}

/** Puts usage together that is billed alike, at least the minimum of its line. */
export function usageCharges(records: readonly DueUsage[], offered: readonly UsageTerms[]): UsageCharge[] {
  const groups = new Map<string, { terms: UsageTerms | null; records: DueUsage[] }>();
  for (const record of records) {
    const terms = usageTermsOf(record, offered);
    const key = JSON.stringify([record.service_id, terms?.client_contract_line_id]);
    const group = groups.get(key) ?? { terms, records: [] };
    groups.set(key, group);
    group.records.push(record);
  }
  return [...groups.values()].map(({ terms, records: group }) => {
    const used = group.reduce((sum, { quantity }) => sum + toMillionths(quantity), 0n);
    const least = toMillionths(terms?.minimum ?? 0);
    return {
      service_id: group[0]!.service_id,
      terms,
      used: fromMillionths(used),
      bands: bandsOf(used > least ? used : least, terms),
      records: group,
    };
  });
}

/** Graduated, each part of the usage has the rate of its tier; by volume all of it has that of the tier it reaches. Tiers are `[min, max)`. */
function bandsOf(quantity: bigint, terms: UsageTerms | null): UsageBand[] {
  const tiers = terms?.tiers ?? [];
  if (tiers.length === 0) return [{ quantity: fromMillionths(quantity), rate: terms?.rate ?? null }];
  if (terms?.tier_mode === 'volume') {
    const reached = tiers.findLast(({ min_quantity }) => toMillionths(min_quantity) <= quantity) ?? tiers[0]!;
    return [{ quantity: fromMillionths(quantity), rate: reached.rate }];
  }
  if (quantity === 0n) return [{ quantity: 0, rate: tiers[0]!.rate }];
  return tiers.flatMap(({ min_quantity, max_quantity, rate }) => {
    const from = toMillionths(min_quantity);
    const to = max_quantity === null || toMillionths(max_quantity) > quantity ? quantity : toMillionths(max_quantity);
    return to > from ? [{ quantity: fromMillionths(to - from), rate }] : [];
  });
}
