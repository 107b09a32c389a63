import { Id, JsonValue, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { TaskForm, WorkflowPriority } from './workflow-definition.schemas.ts';

export const workflowTaskStatuses = ['pending', 'claimed', 'completed', 'canceled', 'expired'] as const;
export type WorkflowTaskStatus = (typeof workflowTaskStatuses)[number];

const Bag = z
  .record(z.string().max(100), JsonValue)
  .refine((value) => JSON.stringify(value).length <= 32_768, 'must be at most 32 KiB of JSON');

export const CreateWorkflowTask = z
  .object({
    execution_id: Id.describe('Execution the task belongs to'),
    title: z.string().trim().min(1).max(255),
    task_definition_type: z.enum(['tenant', 'system']),
    description: z.string().max(4000).nullish(),
    priority: WorkflowPriority.default('medium'),
    due_date: z.iso.datetime({ offset: true }).nullish().describe('It expires then'),
    context_data: Bag.default({}),
    assigned_users: z.array(Id).max(100).default([]).describe('Who may claim it; everybody when there is none'),
    form_definition: TaskForm.nullish().describe('JSON Schema of the answer'),
  })
  .meta({ id: 'CreateWorkflowTask' });
export type CreateWorkflowTask = z.infer<typeof CreateWorkflowTask>;

export const UpdateWorkflowTask = z
  .object({
    assigned_users: z.array(Id).max(100).describe('Who may claim it from now on; a claim of anybody else ends'),
    priority: WorkflowPriority,
    status: z.literal('canceled').describe('Takes the task back'),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must have a member')
  .meta({ id: 'UpdateWorkflowTask' });
export type UpdateWorkflowTask = z.infer<typeof UpdateWorkflowTask>;

export const CompleteWorkflowTask = z
  .object({
    formData: Bag.optional().describe('The answer, as the form demands it'),
    response_data: Bag.optional().describe('The same, under its former name'),
    comments: z.string().max(4000).optional(),
    completion_notes: z.string().max(4000).optional().describe('The same as `comments`'),
  })
  .meta({ id: 'CompleteWorkflowTask' });
export type CompleteWorkflowTask = z.infer<typeof CompleteWorkflowTask>;

export const WorkflowTask = z
  .object({
    task_id: Id,
    execution_id: Id,
    workflow_name: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    task_definition_type: z.enum(['tenant', 'system']),
    status: z.enum(workflowTaskStatuses),
    priority: WorkflowPriority,
    due_date: Timestamp.nullable(),
    is_overdue: z.boolean(),
    context_data: z.record(z.string(), z.unknown()),
    assigned_roles: z.array(Id),
    assigned_users: z.array(Id),
    form_definition: z.record(z.string(), z.unknown()).nullable(),
    claimed_by: Id.nullable(),
    claimed_at: Timestamp.nullable(),
    completed_by: Id.nullable(),
    completed_at: Timestamp.nullable(),
    response_data: z.record(z.string(), z.unknown()).nullable(),
    completion_notes: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'WorkflowTask' });
export type WorkflowTask = z.infer<typeof WorkflowTask>;

export const WorkflowTaskListQuery = listQuery({
  sort: ['created_at', 'due_date', 'title', 'status'],
  defaultSort: 'created_at',
  filters: {
    status: z.enum(workflowTaskStatuses).optional().describe('In this state; pending and claimed when absent in the own inbox'),
    execution_id: Id.optional().describe('Of this execution'),
    scope: z.enum(['inbox', 'all']).optional().describe('`all` shows those of everybody, with workflow:manage'),
  },
});
export type WorkflowTaskListQuery = z.infer<typeof WorkflowTaskListQuery>;
