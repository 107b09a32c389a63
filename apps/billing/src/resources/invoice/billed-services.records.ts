import type { Selectable } from 'kysely';
import type { Db } from '../../billing-app.ts';
import type { ServicesTable } from '../service/service.tables.ts';

/** What of a service its price and tax follow from. */
export type BilledService = Pick<Selectable<ServicesTable>, 'service_id' | 'service_name' | 'default_rate' | 'prices' | 'tax_rate_id'> & {
  /** Region of its tax rate. */
  readonly tax_region: string | null;
};

/** Services by their ids. */
export async function billedServices(db: Db, serviceIds: readonly string[]): Promise<Map<string, BilledService>> {
  const ids = [...new Set(serviceIds)];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('services')
    .leftJoin('tax_rates', (join) =>
      join.onRef('tax_rates.tenant', '=', 'services.tenant').onRef('tax_rates.tax_rate_id', '=', 'services.tax_rate_id'),
    )
    .select(['service_id', 'service_name', 'default_rate', 'prices', 'services.tax_rate_id', 'tax_rates.region_code as tax_region'])
    .where('service_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.service_id, row]));
}

/** What one of a service costs in a currency, in minor units; undefined for a service that is not there. */
export function priceIn(service: BilledService | undefined, currency: string): number | undefined {
  return service?.prices.find(({ currency_code }) => currency_code === currency)?.rate ?? service?.default_rate;
}
