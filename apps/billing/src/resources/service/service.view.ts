import type { Service } from '@psa/contracts-billing';
import type { ServiceRecord } from './service.records.ts';

/** A row as the API shows it. */
export function toService(row: ServiceRecord): Service {
  return row;
}
