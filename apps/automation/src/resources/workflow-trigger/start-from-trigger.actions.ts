import { isRefusal } from '@psa/contract-kit';
import type { StartWorkflow } from '@psa/contracts-automation';
import type { Tx } from '../../automation-app.ts';
import { isRunnable } from '../workflow/registration.actions.ts';
import { depthAfterRequest } from '../execution/causation.ts';
import { depthError, MAX_CHAINED, loopError, recordRefused, startRegistration } from '../workflow/start-execution.actions.ts';
import { countInChain, type ExecutionRow, findRegistration } from '../workflow/workflow.records.ts';
import type { TriggerRow } from './trigger.records.ts';

export interface Fire {
  readonly context_data: StartWorkflow['context_data'];
  /** Of the same key one execution is made. */
  readonly fire_key?: string;
  readonly correlation_id?: string;
  /** Set where a rule or a workflow caused it: it may start only so many. */
  readonly chain_id?: string;
  readonly isCaused?: boolean;
}

/** Starts the workflow of a trigger. @returns why nothing was started */
export async function startFromTrigger(tx: Tx, trigger: TriggerRow, fire: Fire): Promise<ExecutionRow | string> {
  const registration = await findRegistration(tx, trigger.workflow_registration_id);
  if (registration === undefined || !isRunnable(registration.status)) return 'The workflow is not active';
  const input: StartWorkflow = {
    workflow_name: registration.name,
    workflow_type: 'tenant',
    context_data: fire.context_data,
    parameters: trigger.parameters as StartWorkflow['parameters'],
    priority: trigger.priority,
    ...(fire.correlation_id === undefined ? {} : { correlation_id: fire.correlation_id }),
  };
  const { chain_id } = fire;
  const cause = chain_id ?? tx.context.correlationId;
  const depth = await depthAfterRequest(tx, cause);
  const origin = {
    trigger_id: trigger.trigger_id,
    depth,
    ...(fire.fire_key === undefined ? {} : { fire_key: fire.fire_key }),
    ...(chain_id === undefined ? {} : { chain_id }),
  };
  const isTooLong = async () => chain_id !== undefined && fire.isCaused === true && !(await countInChain(tx, chain_id, MAX_CHAINED));
  const loop = depthError(depth) ?? ((await isTooLong()) ? loopError() : undefined);
  if (loop !== undefined) {
    await recordRefused(tx, registration, input, { ...origin, fire_key: `chain:${cause}` }, loop.message);
    return loop.message;
  }
  try {
    return await startRegistration(tx, registration, input, origin);
  } catch (error) {
    // Nothing was written: the transaction goes on, with what else it is about.
    if (isRefusal(error)) return error.message;
    throw error;
  }
}
