import { EXAMPLE_ID, Id, JsonValue, listQuery, Timestamp, TimeZone } from '@psa/contract-kit';
import { z } from 'zod';
import { WorkflowPriority } from './workflow-definition.schemas.ts';
import { WorkflowBag } from './workflow.schemas.ts';

export const workflowTriggerTypes = ['manual', 'scheduled', 'event', 'webhook', 'api'] as const;
export type WorkflowTriggerType = (typeof workflowTriggerTypes)[number];

/** What becomes of fires that passed while nothing ran: none of them, the last one, or each. */
export const missedFires = ['skip', 'one', 'all'] as const;
export type MissedFires = (typeof missedFires)[number];

const members = {
  name: z.string().trim().min(1).max(255),
  event_type: z
    .string()
    .min(1)
    .max(100)
    .nullish()
    .describe('For `event`: name of an event of the product; `<entity>.*` for all of an entity'),
  conditions: z
    .record(
      z
        .string()
        .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'must be a path of members')
        .max(255),
      JsonValue,
    )
    .refine((value) => JSON.stringify(value).length <= 8_192, 'must be at most 8 KiB of JSON')
    .describe('What members of the data of the event, or of the body of the call, have to be, by path; one of several when a list'),
  parameters: WorkflowBag.describe('Take the place of the parameters of the workflow'),
  priority: WorkflowPriority.describe('Of the executions it starts'),
  is_active: z.boolean(),
  schedule_expression: z.string().max(255).nullish().describe('For `scheduled`: cron expression of five fields'),
  timezone: TimeZone.describe('Zone whose clock the schedule means'),
  missed_fires: z
    .enum(missedFires)
    .describe('What becomes of times that passed while nothing ran: `skip`, `one` or `all` of them, at most 100'),
};

export const CreateWorkflowTrigger = z
  .object({
    ...members,
    workflow_registration_id: Id.describe('Workflow that is started'),
    trigger_type: z.enum(workflowTriggerTypes),
    conditions: members.conditions.default({}),
    parameters: members.parameters.default({}),
    priority: members.priority.default('medium'),
    is_active: members.is_active.default(true),
    timezone: members.timezone.default('UTC'),
    missed_fires: members.missed_fires.default('one'),
  })
  .meta({
    id: 'CreateWorkflowTrigger',
    example: {
      name: 'New server',
      workflow_registration_id: EXAMPLE_ID,
      trigger_type: 'event',
      event_type: 'asset.created',
      conditions: { asset_type: 'server' },
      priority: 'high',
    },
  });
export type CreateWorkflowTrigger = z.infer<typeof CreateWorkflowTrigger>;

export const UpdateWorkflowTrigger = z
  .object(members)
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must have a member')
  .meta({ id: 'UpdateWorkflowTrigger', example: { name: 'New server', priority: 'medium', is_active: true } });
export type UpdateWorkflowTrigger = z.infer<typeof UpdateWorkflowTrigger>;

export const WorkflowTrigger = z
  .object({
    trigger_id: Id,
    name: z.string(),
    workflow_registration_id: Id,
    trigger_type: z.enum(workflowTriggerTypes),
    event_type: z.string().nullable(),
    conditions: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
    priority: WorkflowPriority,
    is_active: z.boolean(),
    schedule_expression: z.string().nullable(),
    timezone: z.string(),
    missed_fires: z.enum(missedFires),
    webhook_url: z.string().nullable().describe('For `webhook`: address that starts the workflow'),
    last_triggered: Timestamp.nullable(),
    trigger_count: z.int(),
    next_scheduled_time: Timestamp.nullable(),
    last_error: z.string().nullable().describe('Why the last attempt started nothing'),
    created_by: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'WorkflowTrigger' });
export type WorkflowTrigger = z.infer<typeof WorkflowTrigger>;

export const WorkflowTriggerListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'last_triggered'],
  defaultSort: 'created_at',
  filters: {
    workflow_registration_id: Id.optional().describe('Of this workflow'),
    trigger_type: z.enum(workflowTriggerTypes).optional().describe('Of this kind'),
    is_active: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .describe('Whether it is active'),
  },
});
export type WorkflowTriggerListQuery = z.infer<typeof WorkflowTriggerListQuery>;

export const FireWorkflowTrigger = z
  .object({
    context_data: WorkflowBag.default({}).describe('What steps find under `context`'),
    correlation_id: z.string().min(1).max(255).optional(),
  })
  .meta({ id: 'FireWorkflowTrigger' });
export type FireWorkflowTrigger = z.infer<typeof FireWorkflowTrigger>;

export const WorkflowTriggerSecret = z
  .object({ trigger_id: Id, webhook_url: z.string(), secret: z.string().describe('Shown only now') })
  .meta({ id: 'WorkflowTriggerSecret' });

export const WorkflowHookAnswer = z
  .object({
    execution_id: Id.nullable().describe('Execution that was started; null when the conditions do not hold'),
    duplicate: z.boolean().describe('Whether this call had been received before'),
  })
  .meta({ id: 'WorkflowHookAnswer' });
