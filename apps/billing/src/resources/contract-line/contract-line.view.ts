import type { ContractLine } from '@psa/contracts-billing';
import type { ContractLineRecord } from './contract-line.records.ts';
import { isActiveOn } from './contract-line.rules.ts';

/** A row as the API shows it. */
export function toContractLine({ version: _, ...row }: ContractLineRecord): ContractLine {
  return { ...row, is_active: isActiveOn(row, new Date().toISOString().slice(0, 10)) };
}

/** What others are told of a contract line. */
export function contractLineFacts(row: ContractLineRecord) {
  const { contract_line_id, contract_line_name, contract_line_type, billing_frequency, is_active } = row;
  return { contract_line_id, contract_line_name, contract_line_type, billing_frequency, is_active };
}
