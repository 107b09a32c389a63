import type { Period } from '@psa/calendar';
import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { ContractsTable } from './contract.tables.ts';

export type ContractRow = Selectable<ContractsTable>;

/** A contract with what it is shown with. */
export interface ContractRecord extends ContractRow {
  readonly client_name: string;
  readonly contract_line_ids: string[];
}

/** Contracts with the names of their clients and the ids of their lines. */
export const selectContracts = (db: Db) =>
  db
    .selectFrom('contracts')
    .selectAll('contracts')
    .select([
      sql<string>`coalesce((select r.client_name from client_replicas r
      where r.tenant = contracts.tenant and r.client_id = contracts.client_id), '')`.as('client_name'),
      sql<string[]>`array(select l.contract_line_id::text from lines_of_contracts l
      where l.tenant = contracts.tenant and l.contract_id = contracts.contract_id order by l.added_at, l.contract_line_id)`.as(
        'contract_line_ids',
      ),
    ]);

export function findContract(db: Db, id: string): Promise<ContractRecord | undefined> {
  return selectContracts(db).where('contract_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockContract(tx: Tx, id: string): Promise<ContractRow | undefined> {
  return tx.selectFrom('contracts').selectAll().where('contract_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertContract(tx: Tx, row: Insertable<ContractsTable>): Promise<ContractRow> {
  addToRowCount(tx, 'contracts', 1);
  return tx.insertInto('contracts').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateContractRow(tx: Tx, id: string, changes: Updateable<ContractsTable>): Promise<ContractRow> {
  return tx
    .updateTable('contracts')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('contract_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps the days a contract was inactive. */
export async function insertInactivePeriod(tx: Tx, contract_id: string, { start, end }: Period): Promise<void> {
  await tx
    .insertInto('contract_inactive_periods')
    .values({ contract_id, starts_on: start, ends_on: end })
    // Where the clocks of two processes differ around midnight, the same day may end it twice.
    .onConflict((row) => row.doNothing())
    .execute();
}

export async function deleteContractRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('contracts').where('contract_id', '=', id).execute();
  addToRowCount(tx, 'contracts', -1);
}

/** @returns false when the line was part of the contract already */
export async function addLineRow(tx: Tx, contract_id: string, contract_line_id: string): Promise<boolean> {
  const added = await tx
    .insertInto('lines_of_contracts')
    .values({ contract_id, contract_line_id })
    .onConflict((row) => row.doNothing())
    .returning('contract_line_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** @returns false when the line was no part of the contract */
export async function removeLineRow(tx: Tx, contractId: string, lineId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('lines_of_contracts')
    .where('contract_id', '=', contractId)
    .where('contract_line_id', '=', lineId)
    .returning('contract_line_id')
    .executeTakeFirst();
  return removed !== undefined;
}

export async function countLinesOf(tx: Tx, contractId: string): Promise<number> {
  const { lines } = await tx
    .selectFrom('lines_of_contracts')
    .select((eb) => eb.fn.countAll<number>().as('lines'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
  return lines;
}

export async function countContractsOf(db: Db, clientId: string): Promise<number> {
  const { contracts } = await db
    .selectFrom('contracts')
    .select((eb) => eb.fn.countAll<number>().as('contracts'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return contracts;
}
