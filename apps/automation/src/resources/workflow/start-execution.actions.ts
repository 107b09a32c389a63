import { type ApiError, conflict, invalidField, isRefusal } from '@psa/contract-kit';
import { StartWorkflow, workflowExecutionEvents, type WorkflowPriority } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../automation-app.ts';
import { depthAfterRequest } from '../execution/causation.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { isChainBeginning } from './chain-beginning.records.ts';
import { productEvents } from './product-events.ts';
import { isRunnable } from './registration.actions.ts';
import { awaitedEvents, listenFor } from './waits.records.ts';
import { queueExecution } from './workflow.queue.ts';
import {
  countInChain,
  countOpen,
  type ExecutionRow,
  findByFireKey,
  findRegistration,
  findRegistrationByName,
  findVersion,
  findVersionById,
  insertExecution,
  type RegistrationRow,
  type VersionRow,
} from './workflow.records.ts';

/** Executions that actions and events of one chain of causes may start. */
export const MAX_CHAINED = 100;
/** Executions that may lead to one another, by calling each other or through the API. */
const MAX_DEPTH = 10;
/** Executions of a tenant that have not ended. */
const MAX_OPEN = 250_000;

/** What started an execution, beside whoever asked for it. */
export interface Origin {
  readonly restart_of?: string;
  /** Whether it goes on where the one it restarts failed. */
  readonly resumes?: boolean;
  /** Of the same key one execution of a workflow is made. */
  readonly fire_key?: string;
  readonly chain_id?: string;
  /** Number of executions that led to it, where no parent tells. */
  readonly depth?: number;
  readonly trigger_id?: string;
  readonly parent?: { readonly execution: ExecutionRow; readonly token: string; readonly since: number; readonly item?: number };
  readonly priority?: WorkflowPriority;
}

/** Starts a workflow. @throws VALIDATION_ERROR for an unknown one, CONFLICT for one that is not active */
export function startWorkflow(db: Db, input: StartWorkflow): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    const [registration, depth] = await Promise.all([
      requireRunnable(tx, input.workflow_name),
      depthAfterRequest(tx, tx.context.correlationId),
    ]);
    return startRegistration(tx, registration, input, { depth });
  });
}

/** Starts a workflow for an action, once for each key. @throws VALIDATION_ERROR, CONFLICT also for what would be a loop */
export function startByAction(
  db: Db,
  { idempotencyKey, context_data, workflow_name }: Parameters<Workflows['start']>[1],
): Promise<{ execution_id: string }> {
  return db.transaction(async (tx) => {
    const registration = await requireRunnable(tx, workflow_name);
    const known = await findByFireKey(tx, registration.registration_id, idempotencyKey);
    if (known !== undefined) return { execution_id: known.execution_id };
    const chain_id = db.context.correlationId;
    if (!(await isChainBeginning(tx, idempotencyKey)) && !(await countInChain(tx, chain_id, MAX_CHAINED))) throw loopError();
    const input = StartWorkflow.parse({ workflow_name, context_data, correlation_id: chain_id.slice(0, 255) });
    const { execution_id } = await startRegistration(tx, registration, input, { fire_key: idempotencyKey, chain_id });
    return { execution_id };
  });
}

/** Why an execution is not started at this depth. @returns undefined when it may be */
export function depthError(depth: number): ApiError | undefined {
  return depth > MAX_DEPTH ? conflict(`Workflows called each other ${MAX_DEPTH} times: this would be a loop`) : undefined;
}

export function loopError(): ApiError {
  return conflict(`${MAX_CHAINED} workflows were started one after the other: this would be a loop`);
}

export async function startInTransaction(tx: Tx, input: StartWorkflow, origin: Origin = {}): Promise<ExecutionRow> {
  return startRegistration(tx, await requireRunnable(tx, input.workflow_name), input, origin);
}

/** Says why nothing is started. The transaction goes on in any case. */
export async function tryStart(start: () => Promise<ExecutionRow>): Promise<ExecutionRow | string> {
  try {
    return await start();
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
}

/** Notes an execution that was refused, so that whoever looks for it sees why. */
export async function recordRefused(
  tx: Tx,
  registration: RegistrationRow,
  input: StartWorkflow,
  origin: Origin,
  reason: string,
): Promise<void> {
  const now = new Date().toISOString();
  const row = await insertExecution(tx, {
    ...columnsOf(registration, input, origin),
    version_id: registration.version_id,
    workflow_version: registration.workflow_version,
    definition: null,
    parameters: JSON.stringify({}),
    status: 'failed',
    started_at: now,
    completed_at: now,
    error_message: reason,
  });
  if (row === undefined) return;
  const { execution_id, registration_id, workflow_name, correlation_id } = row;
  emit(
    tx,
    workflowExecutionEvents.failed,
    { execution_id, registration_id, workflow_name, correlation_id, error_message: reason },
    row.version,
  );
}

async function requireRunnable(tx: Tx, name: string): Promise<RegistrationRow> {
  const registration = await findRegistrationByName(tx, name);
  if (registration === undefined) throw invalidField('workflow_name', 'is no workflow');
  if (!isRunnable(registration.status)) throw conflict('The workflow is not active');
  return registration;
}

/** Starts a workflow that is there and active. */
export async function startRegistration(
  tx: Tx,
  registration: RegistrationRow,
  input: StartWorkflow,
  origin: Origin,
): Promise<ExecutionRow> {
  const [version, open] = await Promise.all([findVersion(tx, registration, input.workflow_version), countOpen(tx)]);
  if (version === undefined) throw invalidField('workflow_version', 'is no version of the workflow');
  return startVersion(tx, { registration, version, open }, input, origin);
}

/**
 * Starts the version of a workflow that an execution ran on: a history goes on only on the definition it was made by, whatever the
 * workflow, or one of its versions, is called by now.
 * @throws CONFLICT when it is gone or not active
 */
export async function startSameVersion(
  tx: Tx,
  { registration_id, version_id }: Pick<ExecutionRow, 'registration_id' | 'version_id'>,
  input: StartWorkflow,
  origin: Origin,
): Promise<ExecutionRow> {
  const [registration, version, open] = await Promise.all([
    findRegistration(tx, registration_id),
    findVersionById(tx, version_id),
    countOpen(tx),
  ]);
  if (registration === undefined || version === undefined) throw conflict('The workflow is gone');
  if (!isRunnable(registration.status)) throw conflict('The workflow is not active');
  return startVersion(tx, { registration, version, open }, input, origin);
}

async function startVersion(
  tx: Tx,
  { registration, version, open }: { readonly registration: RegistrationRow; readonly version: VersionRow; readonly open: number },
  input: StartWorkflow,
  origin: Origin,
): Promise<ExecutionRow> {
  const tooDeep = depthError(depthOf(origin));
  if (tooDeep !== undefined) throw tooDeep;
  if (open >= MAX_OPEN) throw conflict(`There are ${MAX_OPEN} executions that have not ended`);
  const row = await insertExecution(tx, {
    ...columnsOf(registration, input, origin),
    version_id: version.version_id,
    workflow_version: version.workflow_version,
    definition: version.definition === null ? null : JSON.stringify(version.definition),
    parameters: JSON.stringify({ ...version.parameters, ...input.parameters }),
    status: 'pending',
  });
  if (row === undefined) {
    const known = await findByFireKey(tx, registration.registration_id, origin.fire_key ?? '');
    if (known === undefined) throw conflict('The execution is being started');
    return known;
  }
  if (row.definition === null) return row;
  await listenFor(tx, row.execution_id, awaitedEvents(row.definition, productEvents));
  queueExecution(tx, row, row.scheduled_at);
  return row;
}

function columnsOf(registration: RegistrationRow, input: StartWorkflow, origin: Origin) {
  const { parent } = origin;
  const execution_id = uuidv7();
  return {
    execution_id,
    registration_id: registration.registration_id,
    workflow_name: registration.name,
    context_data: JSON.stringify(input.context_data),
    correlation_id: input.correlation_id ?? parent?.execution.correlation_id ?? execution_id,
    priority: input.priority,
    scheduled_at: input.scheduled_at === undefined ? null : new Date(input.scheduled_at).toISOString(),
    timeout_seconds: input.timeout_seconds ?? null,
    restart_of: origin.restart_of ?? null,
    resumes: origin.resumes ?? false,
    fire_key: origin.fire_key ?? null,
    chain_id: origin.chain_id ?? parent?.execution.chain_id ?? execution_id,
    depth: depthOf(origin),
    trigger_id: origin.trigger_id ?? null,
    parent_execution_id: parent?.execution.execution_id ?? null,
    parent_token: parent?.token ?? null,
    parent_since: parent?.since ?? null,
    item_index: parent?.item ?? null,
    runs_as: registration.runs_as,
  };
}

function depthOf({ parent, depth = 0 }: Origin): number {
  return parent === undefined ? depth : parent.execution.depth + 1;
}
