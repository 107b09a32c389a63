import type { ServiceType } from '@psa/contracts-billing';
import type { ServiceTypeRecord } from './service-type.records.ts';

/** A row as the API shows it. */
export function toServiceType({ version: _, ...row }: ServiceTypeRecord): ServiceType {
  return row;
}
