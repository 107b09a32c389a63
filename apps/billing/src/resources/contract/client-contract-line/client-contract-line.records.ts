import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../billing-app.ts';
import type { ClientContractLinesTable } from './client-contract-line.tables.ts';

export type ClientContractLineRow = Selectable<ClientContractLinesTable>;

/** An assignment with what it is shown with. */
export interface ClientContractLineRecord extends ClientContractLineRow {
  readonly client_name: string;
  readonly contract_line_name: string;
}

/** Assignments with the names of their clients and contract lines. */
export const selectAssignments = (db: Db) =>
  db
    .selectFrom('client_contract_lines')
    .selectAll('client_contract_lines')
    .select([
      sql<string>`coalesce((select r.client_name from client_replicas r
      where r.tenant = client_contract_lines.tenant and r.client_id = client_contract_lines.client_id), '')`.as('client_name'),
      sql<string>`(select l.contract_line_name from contract_lines l
      where l.tenant = client_contract_lines.tenant and l.contract_line_id = client_contract_lines.contract_line_id)`.as(
        'contract_line_name',
      ),
    ]);

export function findAssignment(db: Db, id: string): Promise<ClientContractLineRecord | undefined> {
  return selectAssignments(db).where('client_contract_line_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockAssignment(tx: Tx, id: string): Promise<ClientContractLineRow | undefined> {
  return tx.selectFrom('client_contract_lines').selectAll().where('client_contract_line_id', '=', id).forUpdate().executeTakeFirst();
}

/** An active assignment of the line to the client on some day of `[start, end)`. Ask for it with the line locked. */
export function findOverlapping(
  tx: Tx,
  {
    client_id,
    contract_line_id,
    start_date,
    end_date,
  }: Pick<ClientContractLineRow, 'client_id' | 'contract_line_id' | 'start_date' | 'end_date'>,
): Promise<{ client_contract_line_id: string } | undefined> {
  return tx
    .selectFrom('client_contract_lines')
    .select('client_contract_line_id')
    .where('client_id', '=', client_id)
    .where('contract_line_id', '=', contract_line_id)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', start_date)]))
    .$if(end_date !== null, (q) => q.where('start_date', '<', end_date ?? ''))
    .limit(1)
    .executeTakeFirst();
}

export async function insertAssignment(tx: Tx, row: Insertable<ClientContractLinesTable>): Promise<ClientContractLineRow> {
  addToRowCount(tx, 'client_contract_lines', 1);
  return tx.insertInto('client_contract_lines').values(row).returningAll().executeTakeFirstOrThrow();
}

export function deactivateAssignmentRow(tx: Tx, id: string): Promise<ClientContractLineRow> {
  return tx
    .updateTable('client_contract_lines')
    .set({ is_active: false, ended_on: sql`(now() at time zone 'UTC')::date`, version: sql`version + 1`, updated_at: sql`now()` })
    .where('client_contract_line_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param only active ones, or those of one line */
export async function countAssignmentsOfContract(
  tx: Tx,
  contractId: string,
  { lineId, activeOnly = false }: { lineId?: string; activeOnly?: boolean } = {},
): Promise<number> {
  const { assignments } = await tx
    .selectFrom('client_contract_lines')
    .select((eb) => eb.fn.countAll<number>().as('assignments'))
    .where('client_contract_id', '=', contractId)
    .$if(lineId !== undefined, (q) => q.where('contract_line_id', '=', lineId ?? ''))
    .$if(activeOnly, (q) => q.where('is_active', '=', true))
    .executeTakeFirstOrThrow();
  return assignments;
}

export async function countAssignmentsOfClient(db: Db, clientId: string): Promise<number> {
  const { assignments } = await db
    .selectFrom('client_contract_lines')
    .select((eb) => eb.fn.countAll<number>().as('assignments'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return assignments;
}
