import type { TaxRate } from '@psa/contracts-billing';
import type { TaxRateRecord } from './tax-rate.records.ts';

/** A row as the API shows it. */
export function toTaxRate({ version: _, ...row }: TaxRateRecord): TaxRate {
  return row;
}
