import { DateBound, dateUntil, Id, JsonValue, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { WorkflowPriority } from './workflow-definition.schemas.ts';

export const registrationStatuses = ['draft', 'active', 'inactive', 'archived', 'published'] as const;
export const workflowExecutionStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled', 'paused'] as const;
export const workflowEventTypes = ['state_change', 'action_complete', 'timer_fired', 'error', 'user_action', 'system_event'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];
export type WorkflowExecutionStatus = (typeof workflowExecutionStatuses)[number];
/** States of entries of a history; those that are listed have come to an end. */
export const workflowProcessingStatuses = ['pending', 'published', 'processing', 'completed', 'failed', 'retrying'] as const;
export type WorkflowEventType = (typeof workflowEventTypes)[number];

const Name = z.string().trim().min(1).max(255);
const Version = z.string().trim().min(1).max(50);
export const WorkflowBag = z
  .record(z.string().max(100), JsonValue)
  .refine((value) => JSON.stringify(value).length <= 32_768, 'must be at most 32 KiB of JSON');

/** A workflow that begins with a question to a person. */
const EXAMPLE_CODE = JSON.stringify({
  start: 'approve',
  steps: { approve: { type: 'human_task', title: 'Approve the new server', due_in: 'P2D', next: 'done' }, done: { type: 'end' } },
});

const registrationMembers = {
  name: Name.describe('What people and rules call it; unique').meta({ example: 'Server onboarding' }),
  description: z.string().max(4000).nullish().describe('What it is for'),
  category: z.string().trim().min(1).max(100).nullish().describe('What it belongs to'),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).describe('Words it is found by'),
  status: z.enum(registrationStatuses).describe('Executions begin only of active and published ones'),
  code: z
    .string()
    .min(1)
    .max(200_000)
    .nullish()
    .describe('The definition as JSON text; without it executions move only by calls')
    .meta({ example: EXAMPLE_CODE }),
  parameters: WorkflowBag.describe('What every execution finds under `parameters`'),
  version: Version.describe('Version of the definition'),
};

export const CreateRegistration = z
  .object({
    ...registrationMembers,
    tags: registrationMembers.tags.default([]),
    status: registrationMembers.status.default('draft'),
    parameters: registrationMembers.parameters.default({}),
    version: registrationMembers.version.default('1.0.0'),
    source_template_id: Id.nullish().describe('Template it is made of: its definition when there is no `code`, its default parameters'),
  })
  .meta({ id: 'CreateWorkflowRegistration' });
export type CreateRegistration = z.infer<typeof CreateRegistration>;

export const UpdateRegistration = z
  .object({ ...registrationMembers, changelog: z.string().max(4000).describe('What is new in the version') })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must have a member')
  .meta({ id: 'UpdateWorkflowRegistration' });
export type UpdateRegistration = z.infer<typeof UpdateRegistration>;

export const Registration = z
  .object({
    registration_id: Id,
    name: z.string(),
    description: z.string().nullable(),
    category: z.string().nullable(),
    tags: z.array(z.string()),
    status: z.enum(registrationStatuses),
    code: z.string().nullable(),
    parameters: z.record(z.string(), z.unknown()),
    version: z.string(),
    version_id: Id.describe('The version that new executions run'),
    source_template_id: Id.nullable().describe('Template it was made of'),
    isSystemManaged: z.boolean(),
    execution_count: z.int(),
    last_executed: Timestamp.nullable(),
    created_by: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'WorkflowRegistration' });
export type Registration = z.infer<typeof Registration>;

export const WorkflowVersion = z
  .object({
    version_id: Id,
    registration_id: Id,
    version: z.string(),
    code: z.string().nullable(),
    parameters: z.record(z.string(), z.unknown()),
    changelog: z.string().nullable(),
    is_current: z.boolean(),
    created_by: Id,
    created_at: Timestamp,
  })
  .meta({ id: 'WorkflowVersion' });
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

export const RegistrationListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'status', 'execution_count'],
  defaultSort: 'created_at',
  filters: {
    status: z.enum(registrationStatuses).optional().describe('In this state'),
    category: z.string().max(100).optional().describe('Exactly this category'),
  },
});
export type RegistrationListQuery = z.infer<typeof RegistrationListQuery>;

export const VersionListQuery = listQuery({ sort: ['created_at'], defaultSort: 'created_at', filters: {} });
export type VersionListQuery = z.infer<typeof VersionListQuery>;

export const StartWorkflow = z
  .object({
    workflow_name: Name.describe('Name of the registration'),
    workflow_version: Version.optional().describe('Its current version when absent'),
    context_data: WorkflowBag.default({}).describe('What steps find under `context`'),
    parameters: WorkflowBag.default({}).describe('Take the place of the parameters of the workflow'),
    workflow_type: z.enum(['tenant', 'system']).default('tenant').describe('Whose workflow it is'),
    correlation_id: z.string().min(1).max(255).optional().describe('What it belongs to'),
    priority: WorkflowPriority.default('medium'),
    scheduled_at: z.iso.datetime({ offset: true }).optional().describe('It waits until then'),
    timeout_seconds: z.int().min(1).max(31_536_000).optional().describe('It fails when it takes longer'),
  })
  .meta({ id: 'StartWorkflow' });
export type StartWorkflow = z.infer<typeof StartWorkflow>;

export const RestartWorkflow = z
  .object({
    from: z
      .enum(['start', 'failed_step'])
      .default('start')
      .describe('`failed_step` keeps what the steps before the failure came to; those that were undone run again'),
  })
  .meta({ id: 'RestartWorkflow' });
export type RestartWorkflow = z.infer<typeof RestartWorkflow>;

export const UpdateWorkflowRun = z
  .object({
    status: z.enum(workflowExecutionStatuses).describe('Next state'),
    current_state: z.string().min(1).max(100).describe('State of a workflow without code'),
    context_data: WorkflowBag,
    correlation_id: z.string().min(1).max(255),
    error_message: z.string().max(2000).describe('Why it failed'),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must have a member')
  .meta({ id: 'UpdateWorkflowRun' });
export type UpdateWorkflowRun = z.infer<typeof UpdateWorkflowRun>;

export const WorkflowRun = z
  .object({
    execution_id: Id,
    registration_id: Id,
    version_id: Id,
    workflow_name: z.string(),
    workflow_version: z.string(),
    workflow_type: z.literal('tenant'),
    status: z.enum(workflowExecutionStatuses),
    current_state: z.string().nullable().describe('Last step that began'),
    context_data: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()).describe('What steps find under `parameters`'),
    correlation_id: z.string(),
    priority: WorkflowPriority,
    scheduled_at: Timestamp.nullable(),
    timeout_seconds: z.int().nullable(),
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    duration_seconds: z.number().nullable(),
    error_message: z.string().nullable(),
    events_count: z.int(),
    tasks_count: z.int(),
    progress_percentage: z.number().describe('Steps that have ended, of those there are'),
    restart_of: Id.nullable(),
    parent_execution_id: Id.nullable().describe('Execution whose step started it'),
    trigger_id: Id.nullable().describe('Trigger that started it'),
    created_at: Timestamp,
    updated_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'WorkflowRun' });
export type WorkflowRun = z.infer<typeof WorkflowRun>;

export const WorkflowRunListQuery = listQuery({
  sort: ['created_at', 'started_at', 'completed_at', 'workflow_name', 'status'],
  defaultSort: 'created_at',
  filters: {
    status: z.enum(workflowExecutionStatuses).optional().describe('In this state'),
    workflow_name: z.string().max(255).optional().describe('Of this workflow'),
    registration_id: Id.optional().describe('Of this registration'),
    correlation_id: z.string().max(255).optional().describe('With this correlation id'),
    parent_execution_id: Id.optional().describe('Started by this execution'),
    trigger_id: Id.optional().describe('Started by this trigger'),
    priority: WorkflowPriority.optional().describe('Of this priority'),
    date_from: DateBound.optional().describe('Created at or after'),
    date_to: dateUntil('Created at or before'),
  },
});
export type WorkflowRunListQuery = z.infer<typeof WorkflowRunListQuery>;

export const SendWorkflowEvent = z
  .object({
    execution_id: Id.describe('Execution it is sent to'),
    event_name: z.string().trim().min(1).max(200).describe('What steps wait for it by'),
    event_type: z.enum(workflowEventTypes).describe('What kind of event it is'),
    from_state: z.string().max(100).nullish(),
    to_state: z.string().max(100).nullish(),
    payload: WorkflowBag.default({}).describe('What steps find under `event`'),
    correlation_id: z.string().max(255).optional(),
  })
  .meta({ id: 'SendWorkflowEvent' });
export type SendWorkflowEvent = z.infer<typeof SendWorkflowEvent>;

export const WorkflowEvent = z
  .object({
    event_id: Id,
    execution_id: Id,
    position: z.int().describe('Place in the history of the execution, from 1'),
    event_name: z.string(),
    event_type: z.enum(workflowEventTypes),
    step: z.string().nullable(),
    from_state: z.string().nullable(),
    to_state: z.string().nullable(),
    user_id: Id.nullable(),
    payload: z
      .record(z.string(), z.unknown())
      .describe('Empty where it tells of a ticket whose channel the caller does not see; `truncated` where large parts were cut'),
    correlation_id: z.string().nullable(),
    processing_status: z.enum(workflowProcessingStatuses).describe('`failed` for errors; an entry is made when all is done'),
    attempt_count: z.int().describe('How often the action was tried'),
    error_message: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'WorkflowEvent' });
export type WorkflowEvent = z.infer<typeof WorkflowEvent>;

export const WorkflowEventListQuery = listQuery({
  sort: ['created_at', 'position'],
  defaultSort: 'created_at',
  filters: {
    execution_id: Id.optional().describe('Of this execution'),
    event_name: z.string().max(200).optional().describe('With this name'),
    event_type: z.enum(workflowEventTypes).optional().describe('Of this kind'),
  },
});
export type WorkflowEventListQuery = z.infer<typeof WorkflowEventListQuery>;
