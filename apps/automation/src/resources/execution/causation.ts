import { isUuid } from '@psa/contract-kit';
import { type Db } from '../../automation-app.ts';
import { depthOfExecution } from './execution.records.ts';

const PREFIX = 'rule-execution-';

/**
 * The request id that calls of an execution carry. The gateway keeps it, so that the events of what such a call changes, and a hook it
 * starts, tell what caused them.
 */
export function requestIdOf(executionId: string): string {
  return `${PREFIX}${executionId}`;
}

/**
 * How many executions led to what was done under a request id.
 * @returns 0 unless the id names an execution of the tenant: whoever makes one up gains nothing by it
 */
export async function depthAfterRequest(db: Db, requestId: string): Promise<number> {
  if (!requestId.startsWith(PREFIX)) return 0;
  const executionId = requestId.slice(PREFIX.length);
  const depth = isUuid(executionId) ? await depthOfExecution(db, executionId) : undefined;
  return depth === undefined ? 0 : depth + 1;
}
