import { isUuid } from '@psa/contract-kit';
import type { Db } from '../../automation-app.ts';
import { depthOfExecution } from './execution.records.ts';

const PREFIX = 'psa-execution-';

/**
 * The request id of calls that an execution of a rule or workflow makes. The gateway keeps it, so the events and hook calls that follow
 * name the execution that caused them.
 */
export function requestIdOf(executionId: string): string {
  return `${PREFIX}${executionId}`;
}

/**
 * Number of executions that led to what was done under a request id.
 * @returns 0 unless the id names an execution of the tenant
 */
export async function depthAfterRequest(db: Db, requestId: string): Promise<number> {
  if (!requestId.startsWith(PREFIX)) return 0;
  const executionId = requestId.slice(PREFIX.length);
  const depth = isUuid(executionId) ? await depthOfExecution(db, executionId) : undefined;
  return depth === undefined ? 0 : depth + 1;
}
