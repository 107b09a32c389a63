import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { InactivePeriod } from './activation.rules.ts';
import type { ContractLinesTable } from './contract-line.tables.ts';

export type ContractLineRecord = Selectable<ContractLinesTable>;

/** What holds on to a contract line. */
export interface ContractLineUse {
  readonly clients: number;
  readonly contracts: number;
  /** Counted where the line is to be deleted. */
  readonly discounts?: number;
}
export type NewContractLine = Insertable<ContractLinesTable>;

export function findContractLine(db: Db, id: string): Promise<ContractLineRecord | undefined> {
  return db.selectFrom('contract_lines').selectAll().where('contract_line_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it, or from assigning it, until the transaction ends. */
export function lockContractLine(tx: Tx, id: string): Promise<ContractLineRecord | undefined> {
  return tx.selectFrom('contract_lines').selectAll().where('contract_line_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertContractLine(tx: Tx, row: NewContractLine): Promise<ContractLineRecord> {
  addToRowCount(tx, 'contract_lines', 1);
  return tx.insertInto('contract_lines').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateContractLineRow(tx: Tx, id: string, changes: Updateable<ContractLinesTable>): Promise<ContractLineRecord> {
  return tx
    .updateTable('contract_lines')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('contract_line_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Periods in which a line was inactive before it was activated again, in their order. */
export function findInactivePeriods(tx: Tx, id: string): Promise<InactivePeriod[]> {
  return tx
    .selectFrom('contract_line_inactive_periods')
    .select(['starts_on', 'ends_on'])
    .where('contract_line_id', '=', id)
    .orderBy('ends_on')
    .execute();
}

/** Keeps these and no others. */
export async function replaceInactivePeriods(tx: Tx, contract_line_id: string, periods: readonly InactivePeriod[]): Promise<void> {
  await tx.deleteFrom('contract_line_inactive_periods').where('contract_line_id', '=', contract_line_id).execute();
  if (periods.length === 0) return;
  await tx
    .insertInto('contract_line_inactive_periods')
    .values(periods.map((period) => ({ ...period, contract_line_id })))
    .execute();
}

export async function deleteContractLineRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('contract_lines').where('contract_line_id', '=', id).execute();
  addToRowCount(tx, 'contract_lines', -1);
}

/** Clients it is billed to now, and contracts it is part of. */
export async function activeUseOf(tx: Tx, id: string): Promise<ContractLineUse> {
  const [{ clients }, { contracts }] = await Promise.all([
    tx
      .selectFrom('client_contract_lines')
      .select((eb) => eb.fn.count<number>('client_id').distinct().as('clients'))
      .where('contract_line_id', '=', id)
      .where('is_active', '=', true)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('lines_of_contracts')
      .select((eb) => eb.fn.countAll<number>().as('contracts'))
      .where('contract_line_id', '=', id)
      .executeTakeFirstOrThrow(),
  ]);
  return { clients, contracts };
}

/** Clients it was ever billed to, and contracts it is part of: as long as there are any it cannot be deleted. */
export async function useOf(tx: Tx, id: string): Promise<ContractLineUse> {
  const { clients } = await tx
    .selectFrom('client_contract_lines')
    .select((eb) => eb.fn.count<number>('client_id').distinct().as('clients'))
    .where('contract_line_id', '=', id)
    .executeTakeFirstOrThrow();
  const { discounts } = await tx
    .selectFrom('discounts')
    .select(sql<number>`count(*)::int`.as('discounts'))
    .where('contract_line_id', '=', id)
    .executeTakeFirstOrThrow();
  return { clients, contracts: (await activeUseOf(tx, id)).contracts, discounts };
}
