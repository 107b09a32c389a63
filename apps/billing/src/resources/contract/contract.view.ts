import type { Contract } from '@psa/contracts-billing';
import type { ContractRecord } from './contract.records.ts';

/** A row as the API shows it. */
export function toContract({ reminded_for: _, reminded_days: __, ended_on: ___, ...row }: ContractRecord): Contract {
  return row;
}
