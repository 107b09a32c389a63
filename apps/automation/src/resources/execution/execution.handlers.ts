import { notFound } from '@psa/contract-kit';
import { type BulkExecution, type BulkExecutionResult, executionRoutes } from '@psa/contracts-automation';
import { Answer, type Principal } from '@psa/http-kit';
import type { z } from 'zod';
import { type Db, handlers, type Ports } from '../../automation-app.ts';
import { cancelExecution, executeRule, executeRules, retryExecution } from './execution.actions.ts';
import { listExecutions } from './execution.list.ts';
import { findExecution, readLogs } from './execution.records.ts';
import { executionPath, toExecution, toLogs } from './execution.view.ts';
import { type TriggerReader, triggerReader } from './trigger-reader.access.ts';

export const executionHandlers = handlers(executionRoutes, {
  listExecutions: async ({ db, ports, query, principal }) => {
    const { rows, pagination } = await listExecutions(db, query);
    const reader = await triggerReader(db, ports, principal, rows);
    return { data: rows.map((row) => toExecution(row, reader)), pagination };
  },

  getExecution: async ({ db, ports, params, principal }) => {
    const [row, logs] = await Promise.all([findExecution(db, params.id), readLogs(db, params.id)]);
    if (row === undefined) throw notFound('Execution');
    const reader = await triggerReader(db, ports, principal, [row]);
    return { data: { ...toExecution(row, reader), logs: toLogs(row, logs, reader) } };
  },

  executeRule: async ({ db, params, body, ports }) => {
    const row = await executeRule(db, ports.startLimits, params.id, body);
    // What it was started with is what the caller gave.
    return new Answer({ data: toExecution(row, () => true) }, { location: executionPath(row.execution_id) });
  },

  retryExecution: async ({ db, ports, params, principal }) => {
    const reader = await readerOf(db, ports, principal, params.id);
    return { data: toExecution(await retryExecution(db, params.id), reader) };
  },
  cancelExecution: async ({ db, ports, params, principal }) => {
    const reader = await readerOf(db, ports, principal, params.id);
    return { data: toExecution(await cancelExecution(db, params.id), reader) };
  },
  bulkExecuteRules: async ({ db, ports, body }) => ({ data: await startAll(db, ports, body) }),
  bulkExecuteRulesOfRules: async ({ db, ports, body }) => ({ data: await startAll(db, ports, body) }),
});

/** What a caller may read of an execution that is about to be changed: found out before, outside of a transaction. */
async function readerOf(db: Db, ports: Ports, principal: Principal, executionId: string): Promise<TriggerReader> {
  const row = await findExecution(db, executionId);
  if (row === undefined) throw notFound('Execution');
  const mayRead = (await triggerReader(db, ports, principal, [row]))(row);
  return () => mayRead;
}

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
