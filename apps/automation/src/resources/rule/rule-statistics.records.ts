import { sql } from 'kysely';
import type { RuleStatistics } from '@psa/contracts-automation';
import type { z } from 'zod';
import type { Db } from '../../automation-app.ts';
import { notATrial } from './not-a-trial.records.ts';
import { successRate } from './success-rate.rules.ts';

/** How the executions of a rule went, trials apart. */
export async function ruleStatistics(db: Db, ruleId: string): Promise<z.infer<typeof RuleStatistics>> {
  const { successful, failed } = await db
    .selectFrom('automation_executions')
    .select([
      sql<number>`count(*) filter (where status = 'completed')`.as('successful'),
      sql<number>`count(*) filter (where status in ('failed', 'timeout'))`.as('failed'),
    ])
    .where('rule_id', '=', ruleId)
    .where(notATrial)
    .executeTakeFirstOrThrow();
  const total = successful + failed;
  return {
    total_executions: total,
    successful_executions: successful,
    failed_executions: failed,
    success_rate: successRate(successful, total),
  };
}
