import type { Db } from '../../billing-app.ts';

/** Percent of each region on a day, as decimal text; rates of a region never overlap. A region without one that day is left out. */
export async function taxRatesOn(db: Db, regions: readonly string[], day: string): Promise<Map<string, string>> {
  const wanted = [...new Set(regions)];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('tax_rates')
    .select(['region_code', 'tax_percentage'])
    .where('region_code', 'in', wanted)
    .where('start_date', '<=', day)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', day)]))
    .execute();
  return new Map(rows.map(({ region_code, tax_percentage }) => [region_code, String(tax_percentage)]));
}
