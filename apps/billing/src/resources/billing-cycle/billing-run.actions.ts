import { invalidField } from '@psa/contract-kit';
import { billingRunEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { violates } from '@psa/postgres-kit';
import type { Job } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { billNextCycle } from './bill-cycle.actions.ts';
import { queueBilling } from './billing-job.queue.ts';
import { type BillingRunRow, dueClients, findRun, finishRunClient, insertRun, insertRunClients } from './billing-cycle.records.ts';

/** Missed cycles of a client that one run makes up for. */
const MOST_CYCLES = 12;

export interface NewRun {
  readonly as_of: string;
  readonly trigger: BillingRunRow['trigger'];
  readonly started_by: string | null;
  /** All that are due when absent. */
  readonly client_ids?: readonly string[] | undefined;
}

/** Starts a run; its clients are billed one by one afterwards. @throws VALIDATION_ERROR for a client that is none */
export async function startRun(db: Db, ports: Ports, { as_of, trigger, started_by, client_ids }: NewRun): Promise<BillingRunRow> {
  for (const [index, id] of (client_ids ?? []).entries()) {
    if (client_ids?.indexOf(id) !== index) throw invalidField(['client_ids', index], 'is given twice', 'duplicate');
    await requireClient(db, ports, id, ['client_ids', index]);
  }
  return db.transaction(async (tx) => {
    const clients = client_ids ?? (await dueClients(tx, as_of, trigger === 'request'));
    const isEmpty = clients.length === 0;
    const run = await insertRun(tx, {
      run_id: uuidv7(),
      as_of,
      trigger,
      status: isEmpty ? 'completed' : 'running',
      clients: clients.length,
      started_by,
      finished_at: isEmpty ? new Date().toISOString() : null,
    });
    await insertRunClients(tx, run.run_id, clients);
    queueBilling(
      tx,
      clients.map((client_id) => ({ run_id: run.run_id, client_id })),
    );
    emit(tx, billingRunEvents.started, facts(run), run.version);
    if (isEmpty) emit(tx, billingRunEvents.completed, facts(run), run.version);
    return run;
  });
}

/** The run of a schedule, unless one is under way. */
export async function startScheduledRun(db: Db, ports: Ports, as_of: string): Promise<void> {
  if ((await dueClients(db, as_of, false)).length === 0) return;
  try {
    await startRun(db, ports, { as_of, trigger: 'schedule', started_by: null });
  } catch (error) {
    if (!violates(error, 'billing_runs_one')) throw error;
  }
}

/** Bills a client of a run, from the cycle it is at on, and ends the job with what came of it. */
export async function billClientOfRun(db: Db, ports: Ports, job: Job<unknown>, run_id: string, client_id: string): Promise<void> {
  const run = await findRun(db, run_id);
  if (run === undefined) return;
  let invoices_created = 0;
  let error: string | null = null;
  for (let cycle = 0; cycle < MOST_CYCLES && error === null; cycle++) {
    job.signal.throwIfAborted();
    const result = await billNextCycle(db, ports, client_id, run.as_of);
    if (result === undefined) break;
    if (result.outcome === 'invoiced') invoices_created++;
    if (result.outcome === 'failed') ({ error } = result);
  }
  const outcome = error !== null ? 'failed' : invoices_created > 0 ? 'invoiced' : 'nothing_to_bill';
  await finish(db, job, run_id, client_id, { outcome, invoices_created, error });
}

/** Notes that a client of a run could not be billed for a reason that lies in the product. */
export function giveUpClient(db: Db, run_id: string, client_id: string, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  return finish(db, undefined, run_id, client_id, { outcome: 'failed', invoices_created: 0, error: message.slice(0, 1_000) });
}

function finish(
  db: Db,
  job: Job<unknown> | undefined,
  run_id: string,
  client_id: string,
  result: Parameters<typeof finishRunClient>[3],
): Promise<void> {
  return db.transaction(async (tx) => {
    const run = await finishRunClient(tx, run_id, client_id, result);
    if (run?.status === 'completed') emit(tx, billingRunEvents.completed, facts(run), run.version);
    await job?.complete(tx);
  });
}

function facts({ run_id, as_of, trigger, clients, invoices_created, nothing_to_bill, failed }: BillingRunRow) {
  return { run_id, as_of, trigger, clients, invoices_created, nothing_to_bill, failed };
}
