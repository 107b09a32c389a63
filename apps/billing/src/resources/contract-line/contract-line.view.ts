import type { ContractLine } from '@psa/contracts-billing';
import type { ContractLineRecord } from './contract-line.records.ts';
import { isActiveOn } from './contract-line.rules.ts';

/** A row as the API shows it. */
export function toContractLine({ version: _, ...row }: ContractLineRecord): ContractLine {
  return { ...row, is_active: isActiveOn(row, new Date().toISOString().slice(0, 10)) };
}
