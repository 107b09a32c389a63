import { notFound } from '@psa/contract-kit';
import { type BulkExecution, type BulkExecutionResult, executionRoutes } from '@psa/contracts-automation';
import { Answer } from '@psa/http-kit';
import type { z } from 'zod';
import { type Db, handlers, type Ports } from '../../automation-app.ts';
import { cancelExecution, executeRule, executeRules, retryExecution } from './execution.actions.ts';
import { listExecutions } from './execution.list.ts';
import { findExecution, readLogs } from './execution.records.ts';
import { executionPath, toExecution, toLogs } from './execution.view.ts';

export const executionHandlers = handlers(executionRoutes, {
  listExecutions: async ({ db, query, principal }) => {
    const { rows, pagination } = await listExecutions(db, query);
    return { data: rows.map((row) => toExecution(row, principal)), pagination };
  },

  getExecution: async ({ db, params, principal }) => {
    const [row, logs] = await Promise.all([findExecution(db, params.id), readLogs(db, params.id)]);
    if (row === undefined) throw notFound('Execution');
    return { data: { ...toExecution(row, principal), logs: toLogs(row, logs, principal) } };
  },

  executeRule: async ({ db, params, body, principal, ports }) => {
    const row = await executeRule(db, ports.startLimits, params.id, body);
    return new Answer({ data: toExecution(row, principal) }, { location: executionPath(row.execution_id) });
  },

  retryExecution: async ({ db, params, principal }) => ({ data: toExecution(await retryExecution(db, params.id), principal) }),
  cancelExecution: async ({ db, params, principal }) => ({ data: toExecution(await cancelExecution(db, params.id), principal) }),
  bulkExecuteRules: async ({ db, ports, body }) => ({ data: await startAll(db, ports, body) }),
  bulkExecuteRulesOfRules: async ({ db, ports, body }) => ({ data: await startAll(db, ports, body) }),
});

async function startAll(db: Db, { startLimits }: Ports, body: BulkExecution): Promise<z.infer<typeof BulkExecutionResult>> {
  const { execution_ids, errors } = await executeRules(db, startLimits, body);
  const { automation_rule_ids: rule_ids, sequential_execution: sequential } = body;
  const started = execution_ids.length;
  return {
    action: 'bulk_execute',
    rule_ids,
    execution_ids,
    started,
    errors,
    sequential,
    message: `${started} of ${rule_ids.length} rules started`,
  };
}
