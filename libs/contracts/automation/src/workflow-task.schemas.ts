import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { TaskForm, WorkflowPriority } from './workflow-definition.schemas.ts';
import { WorkflowBag } from './workflow.schemas.ts';

export const workflowTaskStatuses = ['pending', 'claimed', 'completed', 'canceled', 'expired'] as const;
export type WorkflowTaskStatus = (typeof workflowTaskStatuses)[number];

export const CreateWorkflowTask = z
  .object({
    execution_id: Id.describe('Execution the task belongs to'),
    title: z.string().trim().min(1).max(255),
    task_definition_type: z.enum(['tenant', 'system']),
    description: z.string().max(4000).nullish(),
    priority: WorkflowPriority.default('medium'),
    due_date: z.iso.datetime({ offset: true }).nullish().describe('It expires then'),
    context_data: WorkflowBag.default({}),
    assigned_users: z.array(Id).max(100).default([]).describe('Who may claim it; everybody when neither users nor roles are named'),
    assigned_roles: z.array(Id).max(100).default([]).describe('Roles whose members may claim it'),
    tenant_task_definition_id: Id.nullish().describe('For `tenant`: definition it is made of, where another system keeps these'),
    system_task_definition_task_type: z.string().max(255).nullish().describe('For `system`: kind of task it is made of'),
    event_id: Id.nullish().describe('Entry of the history it follows from'),
    form_definition: TaskForm.nullish().describe('JSON Schema of the answer'),
  })
  .meta({ id: 'CreateWorkflowTask' });
export type CreateWorkflowTask = z.infer<typeof CreateWorkflowTask>;

export const UpdateWorkflowTask = z
  .object({
    assigned_users: z.array(Id).max(100).describe('Who may claim it from now on; a claim of anybody else ends'),
    assigned_roles: z.array(Id).max(100).describe('Roles whose members may claim it from now on'),
    title: z.string().trim().min(1).max(255),
    description: z.string().max(4000).nullable(),
    due_date: z.iso.datetime({ offset: true }).nullable().describe('It expires then'),
    priority: WorkflowPriority,
    status: z.enum(['canceled', 'expired']).describe('Takes the task back, or has it expire before its time'),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must have a member')
  .meta({ id: 'UpdateWorkflowTask' });
export type UpdateWorkflowTask = z.infer<typeof UpdateWorkflowTask>;

export const CompleteWorkflowTask = z
  .object({
    formData: WorkflowBag.optional().describe('The answer, as the form demands it'),
    response_data: WorkflowBag.optional().describe('The same, under its former name'),
    comments: z.string().max(4000).optional(),
    completion_notes: z.string().max(4000).optional().describe('The same as `comments`'),
  })
  .meta({ id: 'CompleteWorkflowTask' });
export type CompleteWorkflowTask = z.infer<typeof CompleteWorkflowTask>;

export const WorkflowTask = z
  .object({
    task_id: Id,
    execution_id: Id,
    event_id: Id.nullable().describe('Entry of the history it follows from'),
    workflow_name: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    task_definition_type: z.enum(['tenant', 'system']),
    tenant_task_definition_id: Id.nullable(),
    system_task_definition_task_type: z.string().nullable(),
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
    time_to_complete_hours: z.number().nullable().describe('From its creation to its completion'),
    created_at: Timestamp,
    updated_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'WorkflowTask' });
export type WorkflowTask = z.infer<typeof WorkflowTask>;

export const DelegateWorkflowTask = z
  .object({ user_id: Id.describe('Who is to do it instead'), comments: z.string().max(4000).optional() })
  .meta({ id: 'DelegateWorkflowTask' });
export type DelegateWorkflowTask = z.infer<typeof DelegateWorkflowTask>;

export const WorkflowTaskChange = z
  .object({
    history_id: Id,
    task_id: Id,
    action: z.enum(['created', 'claimed', 'unclaimed', 'completed', 'delegated', 'changed', 'canceled', 'expired']),
    from_status: z.enum(workflowTaskStatuses).nullable(),
    to_status: z.enum(workflowTaskStatuses),
    user_id: Id.nullable().describe('Who did it; null for the clock and the workflow'),
    details: z.record(z.string(), z.unknown()),
    created_at: Timestamp,
  })
  .meta({ id: 'WorkflowTaskChange' });
export type WorkflowTaskChange = z.infer<typeof WorkflowTaskChange>;

export const WorkflowTaskHistoryQuery = listQuery({ sort: ['created_at'], defaultSort: 'created_at', defaultOrder: 'asc', filters: {} });
export type WorkflowTaskHistoryQuery = z.infer<typeof WorkflowTaskHistoryQuery>;

export const WorkflowTaskListQuery = listQuery({
  sort: ['created_at', 'due_date', 'title', 'status'],
  defaultSort: 'due_date',
  defaultOrder: 'asc',
  filters: {
    priority: WorkflowPriority.optional().describe('Of this priority'),
    status: z.enum(workflowTaskStatuses).optional().describe('In this state; pending and claimed when absent in the own inbox'),
    execution_id: Id.optional().describe('Of this execution'),
    scope: z.enum(['inbox', 'all']).optional().describe('`all` shows those of everybody, with workflow:manage'),
  },
});
export type WorkflowTaskListQuery = z.infer<typeof WorkflowTaskListQuery>;
