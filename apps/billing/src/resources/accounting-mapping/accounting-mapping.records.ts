import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import { QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';
import type { MappingPlan } from './accounting-mapping.rules.ts';
import type { AccountingMappingRow } from './accounting-mapping.tables.ts';

/** Whose mappings of what. */
export interface MappingScope {
  readonly realm_id: string;
  readonly entity: AccountingMappingRow['entity'];
}

const ofCompany = (db: Db, { realm_id, entity }: MappingScope) =>
  db
    .selectFrom('accounting_mappings')
    .selectAll()
    .where('provider', '=', QUICKBOOKS)
    .where('realm_id', '=', realm_id)
    .where('entity', '=', entity);

/** All mappings of a company; their number is bounded. */
export function findMappings(tx: Tx, scope: MappingScope): Promise<AccountingMappingRow[]> {
  return ofCompany(tx, scope).execute();
}

/** Carries a plan out, under the lock of the connection. */
export async function writeMappings(tx: Tx, scope: MappingScope, { upserts, noLongerDefault, deletions }: MappingPlan): Promise<void> {
  if (deletions.length > 0) await tx.deleteFrom('accounting_mappings').where('mapping_id', 'in', deletions).execute();
  if (noLongerDefault.length > 0)
    await tx
      .updateTable('accounting_mappings')
      .set({ is_default: false, updated_at: sql`now()` })
      .where('mapping_id', 'in', noLongerDefault)
      .execute();
  if (upserts.length === 0) return;
  await tx
    .insertInto('accounting_mappings')
    .values(upserts.map((row) => ({ mapping_id: uuidv7(), provider: QUICKBOOKS, ...scope, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'provider', 'realm_id', 'entity', 'local_key']).doUpdateSet(({ ref }) => ({
        external_id: ref('excluded.external_id'),
        account_type: ref('excluded.account_type'),
        is_default: ref('excluded.is_default'),
        updated_at: sql`excluded.updated_at`,
      })),
    )
    .execute();
}

/** Accounts of one type, by name. */
export function findAccountMappings(
  db: Db,
  realmId: string,
  type: NonNullable<AccountingMappingRow['account_type']>,
): Promise<AccountingMappingRow[]> {
  return ofCompany(db, { realm_id: realmId, entity: 'account' }).where('account_type', '=', type).execute();
}

export function findTaxMappings(db: Db, realmId: string): Promise<AccountingMappingRow[]> {
  return ofCompany(db, { realm_id: realmId, entity: 'tax_code' }).execute();
}
