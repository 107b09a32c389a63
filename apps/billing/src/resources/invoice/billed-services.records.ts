import { ApiError } from '@psa/contract-kit';
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

/** The currency something is billed in, and that of default rates. */
export interface Currencies {
  readonly wanted: string;
  readonly default: string;
}

/**
 * What one of a service costs in a currency, in minor units. Its default rate is in the default currency of the tenant, and says nothing
 * about others.
 * @returns undefined for a service without a price in that currency, or that does not exist
 */
export function priceIn(service: Pick<BilledService, 'prices' | 'default_rate'> | undefined, currencies: Currencies): number | undefined {
  const price = service?.prices.find(({ currency_code }) => currency_code === currencies.wanted)?.rate;
  return price ?? (currencies.wanted === currencies.default ? service?.default_rate : undefined);
}

/** Thrown when something generated bills a service that has no price in the currency of the invoice. */
export class NoPriceInCurrency extends ApiError {
  constructor({ service_id, service_name }: Pick<BilledService, 'service_id' | 'service_name'>, currency_code: string) {
    super('CONFLICT', `The service ${service_name} has no price in ${currency_code}`, { reason: 'no_price', service_id, currency_code });
  }
}
