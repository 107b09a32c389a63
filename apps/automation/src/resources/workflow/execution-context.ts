import type { ExecutionRow } from './workflow.records.ts';

/** What conditions and placeholders of an execution see beside what its steps gave. */
export function executionContext(
  { execution_id, workflow_name, correlation_id, context_data, parameters, priority }: ExecutionRow,
  now = new Date().toISOString(),
): Record<string, unknown> {
  return {
    context: context_data,
    parameters,
    execution: { execution_id, workflow_name, correlation_id, priority },
    now,
  };
}
