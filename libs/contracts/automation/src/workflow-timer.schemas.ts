import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { IsoDuration } from './workflow-definition.schemas.ts';
import { WorkflowBag } from './workflow.schemas.ts';

export const workflowTimerStatuses = ['pending', 'fired', 'cancelled'] as const;
export const workflowSnapshotTypes = ['checkpoint', 'error', 'manual', 'scheduled'] as const;

export const CreateWorkflowTimer = z
  .object({
    execution_id: Id.describe('Execution that is told when it fires'),
    timer_name: z.string().trim().min(1).max(200).describe('Name of the event the execution is sent: `timer_fired`, and this'),
    state_name: z.string().trim().min(1).max(100).describe('State the timer belongs to'),
    duration: IsoDuration.describe('How long after its start it fires first'),
    recurrence: z
      .string()
      .max(255)
      .nullish()
      .describe('Cron expression of five fields, in UTC, it fires by afterwards')
      .meta({ examples: ['0 9 * * 1'] }),
    start_time: z.iso.datetime({ offset: true }).nullish().describe('What the duration is counted from; now when absent'),
    metadata: WorkflowBag.default({}),
  })
  .meta({ id: 'CreateWorkflowTimer' });
export type CreateWorkflowTimer = z.infer<typeof CreateWorkflowTimer>;

export const WorkflowTimer = z
  .object({
    timer_id: Id,
    execution_id: Id,
    timer_name: z.string(),
    state_name: z.string(),
    duration: z.string(),
    recurrence: z.string().nullable(),
    start_time: Timestamp,
    metadata: z.record(z.string(), z.unknown()),
    fire_time: Timestamp.describe('When it fires first'),
    status: z.enum(workflowTimerStatuses),
    next_fire_time: Timestamp.nullable(),
    fire_count: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'WorkflowTimer' });
export type WorkflowTimer = z.infer<typeof WorkflowTimer>;

export const WorkflowTimerListQuery = listQuery({
  sort: ['created_at', 'fire_time', 'timer_name'],
  defaultSort: 'created_at',
  filters: {
    execution_id: Id.optional().describe('Of this execution'),
    status: z.enum(workflowTimerStatuses).optional().describe('In this state'),
  },
});
export type WorkflowTimerListQuery = z.infer<typeof WorkflowTimerListQuery>;

export const CreateWorkflowSnapshot = z
  .object({
    execution_id: Id,
    snapshot_type: z.enum(['manual', 'scheduled']).default('manual'),
    state_data: WorkflowBag.optional().describe('What is kept; where the execution stands when absent'),
    description: z.string().max(2000).nullish(),
    metadata: WorkflowBag.default({}),
  })
  .meta({ id: 'CreateWorkflowSnapshot' });
export type CreateWorkflowSnapshot = z.infer<typeof CreateWorkflowSnapshot>;

export const WorkflowSnapshot = z
  .object({
    snapshot_id: Id,
    execution_id: Id,
    snapshot_type: z.enum(workflowSnapshotTypes),
    current_state: z.string().nullable(),
    state_data: z.record(z.string(), z.unknown()),
    context_data: z.record(z.string(), z.unknown()),
    metadata: z.record(z.string(), z.unknown()),
    description: z.string().nullable(),
    size_bytes: z.int(),
    events_count: z.int().describe('Entries of the history it stands for'),
    created_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'WorkflowSnapshot' });
export type WorkflowSnapshot = z.infer<typeof WorkflowSnapshot>;

export const WorkflowSnapshotListQuery = listQuery({
  sort: ['created_at'],
  defaultSort: 'created_at',
  filters: {
    execution_id: Id.optional().describe('Of this execution'),
    snapshot_type: z.enum(workflowSnapshotTypes).optional().describe('Of this kind'),
  },
});
export type WorkflowSnapshotListQuery = z.infer<typeof WorkflowSnapshotListQuery>;
