import { DateBound, dateUntil, EXAMPLE_ID, Id, JsonValue, queryList } from '@psa/contract-kit';
import { z } from 'zod';
import { StartWorkflow, workflowExecutionStatuses } from './workflow.schemas.ts';

export const workflowMetrics = ['execution_stats', 'task_stats', 'performance', 'error_analysis', 'usage_trends'] as const;
export const workflowGroupings = ['day', 'week', 'month', 'workflow', 'status', 'user'] as const;

export const WorkflowAnalyticsQuery = z.object({
  metric_type: z.enum(workflowMetrics).describe('What is counted'),
  workflow_names: queryList(z.string().max(255)).optional().describe('Of these workflows; of all when absent'),
  date_from: DateBound.optional().describe('Created at or after; 30 days ago when absent'),
  date_to: dateUntil('Created at or before, now when absent'),
  group_by: z.enum(workflowGroupings).default('day').describe('What each row stands for'),
  include_system_workflows: z.enum(['true', 'false']).optional().describe('There are none: every workflow is the tenant’s'),
});
export type WorkflowAnalyticsQuery = z.infer<typeof WorkflowAnalyticsQuery>;

export const WorkflowAnalytics = z
  .object({
    metric_type: z.enum(workflowMetrics),
    period: z.object({ from: z.string(), to: z.string() }),
    data: z.array(z.object({ label: z.string(), value: z.number(), metadata: z.record(z.string(), z.unknown()) })),
    summary: z.object({
      total_executions: z.int(),
      success_rate: z.number().nullable().describe('Completed of completed and failed, in percent'),
      average_duration: z.number().nullable().describe('Seconds of those that ended'),
      error_count: z.int(),
    }),
  })
  .meta({ id: 'WorkflowAnalytics' });
export type WorkflowAnalytics = z.infer<typeof WorkflowAnalytics>;

export const workflowEntityTypes = ['workflow', 'execution', 'task', 'template', 'trigger'] as const;

export const SearchWorkflows = z
  .object({
    query: z.string().trim().min(1).max(255).describe('Text that must occur, whatever its case'),
    entity_types: z.array(z.enum(workflowEntityTypes)).min(1).max(5).default(['workflow', 'execution', 'task', 'template', 'trigger']),
    fields: z
      .array(z.enum(['name', 'description', 'category', 'tags']))
      .min(1)
      .max(4)
      .optional()
      .describe('Where it is looked for; everywhere when absent'),
    status: z.array(z.string().max(50)).max(20).optional().describe('In one of these states'),
    date_range_field: z.enum(['created_at', 'updated_at']).default('created_at'),
    date_from: DateBound.optional().describe('At or after'),
    date_to: dateUntil('At or before'),
    limit: z.int().min(1).max(100).default(25),
  })
  .meta({ id: 'SearchWorkflows', example: { query: 'onboarding', entity_types: ['workflow', 'execution'], limit: 25 } });
export type SearchWorkflows = z.infer<typeof SearchWorkflows>;

export const WorkflowSearchResult = z
  .object({
    entity_type: z.enum(workflowEntityTypes),
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    status: z.string(),
    created_at: z.string().nullable(),
    updated_at: z.string().nullable(),
  })
  .meta({ id: 'WorkflowSearchResult' });
export type WorkflowSearchResult = z.infer<typeof WorkflowSearchResult>;

const executionIds = z.array(Id).min(1).max(50);
const reason = z.string().max(1000).optional().describe('Kept in the history');

const assignment = { task_ids: z.array(Id).min(1).max(100), assigned_users: z.array(Id).min(1).max(100) };

export const BulkAssignWorkflowTasks = z.object(assignment).meta({ id: 'BulkAssignWorkflowTasks' });
export type BulkAssignWorkflowTasks = z.infer<typeof BulkAssignWorkflowTasks>;

export const BulkWorkflows = z
  .discriminatedUnion('operation', [
    z.object({ operation: z.literal('create'), executions: z.array(StartWorkflow).min(1).max(50) }),
    z.object({ operation: z.literal('pause'), execution_ids: executionIds, reason }),
    z.object({ operation: z.literal('resume'), execution_ids: executionIds, reason }),
    z.object({ operation: z.literal('cancel'), execution_ids: executionIds, reason }),
    z.object({
      operation: z.literal('restart'),
      execution_ids: executionIds,
      reason,
      from: z.enum(['start', 'failed_step']).default('start').describe('As for the restart of one'),
    }),
    z.object({ operation: z.literal('assign'), ...assignment }),
  ])
  .meta({ id: 'BulkWorkflows', example: { operation: 'cancel', execution_ids: [EXAMPLE_ID], reason: 'Started twice' } });
export type BulkWorkflows = z.infer<typeof BulkWorkflows>;

export const BulkWorkflowResult = z
  .object({
    succeeded: z.int(),
    failed: z.int(),
    results: z.array(
      z.object({
        id: z.string().nullable().describe('What was asked for; the new execution for `create`'),
        success: z.boolean(),
        execution_id: Id.nullable().describe('Execution that was started, where one was'),
        status: z.enum(workflowExecutionStatuses).nullable(),
        error: z.object({ code: z.string(), message: z.string(), details: JsonValue.optional() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'BulkWorkflowResult' });
export type BulkWorkflowResult = z.infer<typeof BulkWorkflowResult>;
