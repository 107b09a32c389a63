/** Approved work that was not billed. */
export interface DueWork {
  readonly entry_id: string;
  readonly service_id: string;
  readonly contract_line_id: string | null;
  readonly work_date: string;
  /** Minutes. */
  readonly billable_duration: number;
  readonly tax_region: string | null;
}

/** An hourly contract line, or a service of a line that is billed by the hour, as it is assigned to a client. */
export interface HourlyTerms {
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  /** The only service it bills; any when null. */
  readonly service_id: string | null;
  readonly start_date: string;
  /** Exclusive. */
  readonly end_date: string | null;
  /** Minor units an hour; the price of the service when null. */
  readonly rate: number | null;
  /** Minutes. */
  readonly minimum: number;
  /** Minutes. */
  readonly roundUpTo: number;
}

/** Work that is billed together: of one service, at one price, by one contract line, taxed in one region. */
export interface HourlyCharge {
  readonly service_id: string;
  readonly terms: HourlyTerms | null;
  readonly tax_region: string | null;
  readonly minutes: number;
  readonly entries: readonly DueWork[];
}

/** Minutes that are billed for a stretch of work: at least the minimum, rounded up to a multiple. */
export function billedMinutes(minutes: number, { minimum, roundUpTo }: Pick<HourlyTerms, 'minimum' | 'roundUpTo'>): number {
  const least = Math.max(minutes, minimum);
  return roundUpTo > 1 ? Math.ceil(least / roundUpTo) * roundUpTo : least;
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
    ({ service_id, start_date, end_date }) =>
      (service_id === null || service_id === work.service_id) &&
      start_date <= work.work_date &&
      (end_date === null || work.work_date < end_date),
  );
  const specificFirst = holding.toSorted((one, other) => Number(one.service_id === null) - Number(other.service_id === null));
  return specificFirst.find(({ contract_line_id }) => contract_line_id === work.contract_line_id) ?? specificFirst[0] ?? null;
}

/** Puts work together that is billed alike, in the order it is found in. */
export function hourlyCharges(work: readonly DueWork[], offered: readonly HourlyTerms[]): HourlyCharge[] {
  const groups = new Map<string, { terms: HourlyTerms | null; entries: DueWork[] }>();
  for (const entry of work) {
    const terms = termsOf(entry, offered);
    const key = JSON.stringify([entry.service_id, terms?.contract_line_id, terms?.start_date, entry.tax_region]);
    const group = groups.get(key) ?? { terms, entries: [] };
    groups.set(key, group);
    group.entries.push(entry);
  }
  return [...groups.values()].map(({ terms, entries }) => ({
    service_id: entries[0]!.service_id,
    tax_region: entries[0]!.tax_region,
    terms,
    entries,
    minutes: entries.reduce(
      (sum, { billable_duration }) => sum + (terms === null ? billable_duration : billedMinutes(billable_duration, terms)),
      0,
    ),
  }));
}
