import type { ClientContractLine } from '@psa/contracts-billing';
import type { ClientContractLineRecord } from './client-contract-line.records.ts';

/** A row as the API shows it. */
export function toClientContractLine({ version: _, ...row }: ClientContractLineRecord): ClientContractLine {
  return row;
}
