import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../automation-app.ts';
import type { RegistrationRow } from './workflow.records.ts';
import type { WorkflowRegistrationsTable, WorkflowVersionsTable } from './workflow.tables.ts';

export async function insertRegistration(tx: Tx, registration: Insertable<WorkflowRegistrationsTable>): Promise<RegistrationRow> {
  return tx.insertInto('workflow_registrations').values(registration).returningAll().executeTakeFirstOrThrow();
}

export async function changeRegistration(tx: Tx, id: string, change: Updateable<WorkflowRegistrationsTable>): Promise<RegistrationRow> {
  return tx
    .updateTable('workflow_registrations')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('registration_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a workflow with its versions. */
export async function deleteRegistrationRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('workflow_registrations').where('registration_id', '=', id).execute();
}

export async function hasOpenExecutions(tx: Tx, registrationId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('workflow_executions')
    .select('execution_id')
    .where('registration_id', '=', registrationId)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .executeTakeFirst();
  return open !== undefined;
}

export async function insertVersionRow(tx: Tx, version: Insertable<WorkflowVersionsTable>): Promise<void> {
  await tx.insertInto('workflow_versions').values(version).execute();
}
