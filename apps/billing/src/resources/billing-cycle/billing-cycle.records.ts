import type { BillingCycleListQuery, BillingRunClientListQuery, BillingRunListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { BillingCyclesTable, BillingRunClientsTable, BillingRunsTable } from './billing-cycle.tables.ts';

export type BillingCycleRow = Selectable<BillingCyclesTable> & { readonly client_name: string | null };
export type BillingRunRow = Selectable<BillingRunsTable>;
export type BillingRunClientRow = Selectable<BillingRunClientsTable> & { readonly client_name: string | null };

const cycles = (db: Db) =>
  db
    .selectFrom('billing_cycles')
    .leftJoin('client_replicas as client', (join) =>
      join.onRef('client.tenant', '=', 'billing_cycles.tenant').onRef('client.client_id', '=', 'billing_cycles.client_id'),
    )
    .selectAll('billing_cycles')
    .select('client.client_name');

const cycleOrder: ListOrder = {
  columns: { created_at: 'billing_cycles.created_at', period_start: 'billing_cycles.period_start', status: 'billing_cycles.status' },
  id: { ref: 'billing_cycles.billing_cycle_id', name: 'billing_cycle_id' },
};

/** One page of the cycles that pass every filter. */
export function listCycles(db: Db, query: BillingCycleListQuery): Promise<Page<BillingCycleRow>> {
  const { client_id, status, has_invoice, period_from, period_to, search, created_from, created_to, updated_from, updated_to } = query;
  const rows = cycles(db)
    .$if(Boolean(search), (q) => q.where('client.client_name', 'ilike', containsPattern(search ?? '')))
    .$if(client_id !== undefined, (q) => q.where('billing_cycles.client_id', '=', client_id ?? ''))
    .$if(status !== undefined, (q) => q.where('billing_cycles.status', '=', status ?? 'open'))
    .$if(has_invoice !== undefined, (q) => q.where(sql<boolean>`(billing_cycles.invoice_id is not null)`, '=', has_invoice ?? true))
    .$if(period_from !== undefined, (q) => q.where('billing_cycles.period_start', '>=', period_from ?? ''))
    .$if(period_to !== undefined, (q) => q.where('billing_cycles.period_start', '<=', period_to ?? ''))
    .$if(created_from !== undefined, (q) => q.where('billing_cycles.created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('billing_cycles.created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('billing_cycles.updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('billing_cycles.updated_at', '<=', updated_to ?? ''));
  return readPage<BillingCycleRow>(rows, cycleOrder, query);
}

export function findCycle(db: Db, id: string): Promise<BillingCycleRow | undefined> {
  return cycles(db).where('billing_cycle_id', '=', id).executeTakeFirst();
}

/** Notes what came of a cycle. @returns its id */
export async function writeCycle(
  tx: Tx,
  row: Insertable<BillingCyclesTable>,
): Promise<{ readonly billing_cycle_id: string; readonly version: number }> {
  const { status, invoice_id, last_error, unapproved_minutes } = row;
  return tx
    .insertInto('billing_cycles')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'client_id', 'period_start']).doUpdateSet({
        status,
        invoice_id,
        last_error,
        unapproved_minutes,
        version: sql`billing_cycles.version + 1`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .returning(['billing_cycle_id', 'version'])
    .executeTakeFirstOrThrow();
}

const runOrder: ListOrder = {
  columns: { created_at: 'billing_runs.created_at', as_of: 'billing_runs.as_of' },
  id: { ref: 'billing_runs.run_id', name: 'run_id' },
};

/** One page of the runs that pass every filter. */
export function listRuns(db: Db, query: BillingRunListQuery): Promise<Page<BillingRunRow>> {
  const { status, trigger, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('billing_runs')
    .selectAll()
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'running'))
    .$if(trigger !== undefined, (q) => q.where('trigger', '=', trigger ?? 'request'))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  return readPage<BillingRunRow>(rows, runOrder, query);
}

export function findRun(db: Db, id: string): Promise<BillingRunRow | undefined> {
  return db.selectFrom('billing_runs').selectAll().where('run_id', '=', id).executeTakeFirst();
}

const runClientOrder: ListOrder = {
  columns: { created_at: 'billing_run_clients.created_at', updated_at: 'billing_run_clients.updated_at' },
  id: { ref: 'billing_run_clients.client_id', name: 'client_id' },
};

/** One page of the clients of a run. */
export function listRunClients(db: Db, run_id: string, query: BillingRunClientListQuery): Promise<Page<BillingRunClientRow>> {
  const { outcome, search, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('billing_run_clients')
    .leftJoin('client_replicas as client', (join) =>
      join.onRef('client.tenant', '=', 'billing_run_clients.tenant').onRef('client.client_id', '=', 'billing_run_clients.client_id'),
    )
    .selectAll('billing_run_clients')
    .select('client.client_name')
    .where('run_id', '=', run_id)
    .$if(Boolean(search), (q) => q.where('client.client_name', 'ilike', containsPattern(search ?? '')))
    .$if(outcome !== undefined, (q) => q.where('outcome', '=', outcome ?? null))
    .$if(created_from !== undefined, (q) => q.where('billing_run_clients.created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('billing_run_clients.created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('billing_run_clients.updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('billing_run_clients.updated_at', '<=', updated_to ?? ''));
  return readPage<BillingRunClientRow>(rows, runClientOrder, query);
}

export function insertRun(tx: Tx, row: Insertable<BillingRunsTable>): Promise<BillingRunRow> {
  return tx.insertInto('billing_runs').values(row).returningAll().executeTakeFirstOrThrow();
}

const CLIENTS_AT_ONCE = 1_000;

export async function insertRunClients(tx: Tx, run_id: string, clientIds: readonly string[]): Promise<void> {
  for (let at = 0; at < clientIds.length; at += CLIENTS_AT_ONCE) {
    const rows = clientIds.slice(at, at + CLIENTS_AT_ONCE).map((client_id) => ({ run_id, client_id, outcome: null, error: null }));
    await tx.insertInto('billing_run_clients').values(rows).execute();
  }
}

/** Clients of a run most of the time. */
export const MAX_CLIENTS_OF_RUN = 20_000;

/** Clients that are billed by themselves and have a cycle to bill by a day; the longest waiting first. */
export async function dueClients(db: Db, day: string, again: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('client_replicas as client')
    .leftJoin('client_billing as billing', (join) =>
      join.onRef('billing.tenant', '=', 'client.tenant').onRef('billing.client_id', '=', 'client.client_id'),
    )
    .select('client.client_id')
    .where('client.auto_invoice', '=', true)
    .where('client.is_inactive', '=', false)
    .where('client.is_deleted', '=', false)
    .where((eb) => eb.or([eb('billing.next_cycle_start', 'is', null), eb('billing.next_cycle_start', '<=', day)]))
    .$if(!again, (q) => q.where((eb) => eb.or([eb('billing.retry_on', 'is', null), eb('billing.retry_on', '<=', day)])))
    .orderBy('billing.next_cycle_start', (order) => order.asc().nullsFirst())
    .orderBy('client.client_id')
    .limit(MAX_CLIENTS_OF_RUN)
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** Notes what came of a client, once. @returns the run if that was news */
export async function finishRunClient(
  tx: Tx,
  run_id: string,
  client_id: string,
  {
    outcome,
    invoices_created,
    error,
  }: { outcome: 'invoiced' | 'nothing_to_bill' | 'failed'; invoices_created: number; error: string | null },
): Promise<BillingRunRow | undefined> {
  const done = await tx
    .updateTable('billing_run_clients')
    .set({ outcome, invoices_created, error, version: sql`version + 1`, updated_at: sql`now()` })
    .where('run_id', '=', run_id)
    .where('client_id', '=', client_id)
    .where('outcome', 'is', null)
    .returning('client_id')
    .executeTakeFirst();
  if (done === undefined) return undefined;
  const one = (is: boolean) => (is ? 1 : 0);
  return tx
    .updateTable('billing_runs')
    .set({
      clients_done: sql`clients_done + 1`,
      invoices_created: sql`invoices_created + ${invoices_created}`,
      nothing_to_bill: sql`nothing_to_bill + ${one(outcome === 'nothing_to_bill')}`,
      failed: sql`failed + ${one(outcome === 'failed')}`,
      status: sql`case when clients_done + 1 >= clients then 'completed' else status end`,
      finished_at: sql`case when clients_done + 1 >= clients then (select now()) end`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('run_id', '=', run_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
