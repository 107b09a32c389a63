import { isUuid } from '@psa/contract-kit';
import { sql } from 'kysely';
import type { Db } from '../../automation-app.ts';

/**
 * Whether a start is asked for by a rule that reacts to what no execution did, such as an import of many clients: however many of
 * these share a request, none has led to another.
 * @param idempotencyKey of the action, which begins with the execution of the rule
 */
export async function isChainBeginning(db: Db, idempotencyKey: string): Promise<boolean> {
  const [executionId = ''] = idempotencyKey.split('.');
  if (!isUuid(executionId)) return false;
  const execution = await db
    .selectFrom('automation_executions')
    .select([
      'trigger_type',
      'depth',
      sql<string | null>`trigger_data->>'actortype'`.as('type'),
      sql<string | null>`trigger_data->>'actorid'`.as('id'),
    ])
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  if (execution?.trigger_type !== 'event_based' || execution.depth > 0) return false;
  // Executions act by the ids of their rule or workflow.
  return execution.type !== 'system' || !isUuid(execution.id ?? '');
}
