import type { AccountMapping, TaxCodeMapping } from '@psa/contracts-billing';
import type { AccountingMappingRow } from './accounting-mapping.tables.ts';

export function toAccountMapping(row: AccountingMappingRow): AccountMapping {
  if (row.account_type === null) throw new Error(`Mapping ${row.mapping_id} of an account has no type`);
  return { ...shared(row), account_type: row.account_type, local_account_name: row.local_key, qbo_account_id: row.external_id };
}

export function toTaxCodeMapping(row: AccountingMappingRow): TaxCodeMapping {
  return { ...shared(row), local_tax_region: row.local_key, qbo_tax_code_id: row.external_id };
}

function shared({ mapping_id, realm_id, is_default, created_at, updated_at }: AccountingMappingRow) {
  return { mapping_id, realm_id, is_default, created_at, updated_at };
}
