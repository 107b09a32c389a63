import type { Contract } from '@psa/contracts-billing';
import type { ContractRecord } from './contract.records.ts';

/** A row as the API shows it. */
export function toContract({ version: _, reminded_for: __, reminded_days: ___, ...row }: ContractRecord): Contract {
  return row;
}
