import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Hours, nullableText, ProjectDate } from './project-fields.ts';
import { EntityTags } from './tag-text.ts';

const writable = {
  task_name: z.string().trim().min(1).max(255).describe('Name'),
  description: nullableText(10_000).describe('What is to be done'),
  project_status_mapping_id: Id.describe('Status column of the project it stands in'),
  assigned_to: Id.nullish().describe('User it is assigned to; null when unassigned'),
  estimated_hours: Hours.nullish().describe('Hours it is expected to take'),
  due_date: ProjectDate.nullish().describe('When it is to be done'),
  priority_id: Id.nullish().describe('Priority'),
  task_type_key: z.string().trim().min(1).max(50).describe('Kind of task').meta({ example: 'general' }),
  tags: EntityTags,
};

export const CreateProjectTask = z
  .object({
    ...writable,
    project_status_mapping_id: writable.project_status_mapping_id.optional().describe('Status column; the first open one when absent'),
    task_type_key: writable.task_type_key.default('general'),
    tags: writable.tags.default([]),
  })
  .meta({ id: 'CreateProjectTask' });
export type CreateProjectTask = z.infer<typeof CreateProjectTask>;

export const UpdateProjectTask = z.object(writable).partial().meta({ id: 'UpdateProjectTask' });
export type UpdateProjectTask = z.infer<typeof UpdateProjectTask>;

export const MoveProjectTask = z
  .object({
    phase_id: Id.optional().describe('Phase of the same project it is moved to; its own when absent'),
    after_task_id: Id.nullable().describe('Task of that phase it is put behind; null puts it first'),
  })
  .meta({ id: 'MoveProjectTask' });
export type MoveProjectTask = z.infer<typeof MoveProjectTask>;

export const ProjectTask = z
  .object({
    task_id: Id.describe('Identifies the task'),
    project_id: Id.describe('Project it belongs to'),
    phase_id: Id.describe('Phase it belongs to'),
    task_name: z.string().describe('Name'),
    description: z.string().nullable().describe('What is to be done'),
    assigned_to: Id.nullable().describe('User who does it'),
    assigned_user_name: z.string().nullable().describe('Name of that user'),
    estimated_hours: z.number().nullable().describe('Hours it is expected to take'),
    actual_hours: z.number().describe('Hours logged on it'),
    due_date: Timestamp.nullable().describe('When it is to be done'),
    priority_id: Id.nullable().describe('Priority'),
    priority_name: z.string().nullable().describe('Name of the priority'),
    task_type_key: z.string().describe('Kind of task'),
    project_status_mapping_id: Id.describe('Status column it stands in'),
    status_name: z.string().describe('Name of that column'),
    is_closed: z.boolean().describe('Whether the task is done'),
    completed_at: Timestamp.nullable().describe('When it was done'),
    wbs_code: z.string().describe('Place in the work breakdown structure; never reused'),
    order_key: z.string().describe('Sorts the tasks of the phase, compared byte by byte'),
    tags: z.array(z.string()).describe('Tags'),
    created_at: Timestamp.describe('When the task was created'),
    updated_at: Timestamp.describe('When the task was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ProjectTask' });
export type ProjectTask = z.infer<typeof ProjectTask>;

const item = {
  item_text: z.string().trim().min(1).max(1000).describe('What is to be ticked off'),
  is_completed: z.boolean().describe('Whether it is done'),
  order_number: z.int().min(0).max(1_000_000).describe('Place in the list; unique in the task'),
};

export const CreateTaskChecklistItem = z
  .object({
    item_text: item.item_text,
    is_completed: item.is_completed.default(false),
    order_number: item.order_number.optional().describe('Place in the list; behind the last when absent'),
  })
  .meta({ id: 'CreateTaskChecklistItem' });
export type CreateTaskChecklistItem = z.infer<typeof CreateTaskChecklistItem>;

export const UpdateTaskChecklistItem = z.object(item).partial().meta({ id: 'UpdateTaskChecklistItem' });
export type UpdateTaskChecklistItem = z.infer<typeof UpdateTaskChecklistItem>;

export const TaskChecklistItem = z
  .object({
    checklist_item_id: Id.describe('Identifies the item'),
    task_id: Id.describe('Task it belongs to'),
    item_text: z.string().describe('What is to be ticked off'),
    is_completed: z.boolean().describe('Whether it is done'),
    order_number: z.int().describe('Place in the list'),
    created_at: Timestamp.describe('When the item was created'),
    updated_at: Timestamp.describe('When the item was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TaskChecklistItem' });
export type TaskChecklistItem = z.infer<typeof TaskChecklistItem>;

export const TaskDependencyType = z
  .enum(['finish_to_start', 'start_to_start', 'finish_to_finish', 'start_to_finish'])
  .meta({ id: 'TaskDependencyType' });
export type TaskDependencyType = z.infer<typeof TaskDependencyType>;

export const CreateTaskDependency = z
  .object({
    predecessor_task_id: Id.describe('Task of the same project that this one depends on'),
    dependency_type: TaskDependencyType.default('finish_to_start').describe('Which ends of the two tasks are tied'),
    lag_days: z.int().min(-3650).max(3650).default(0).describe('Days between the two ends; negative for an overlap'),
    notes: nullableText(1000).describe('Notes'),
  })
  .meta({ id: 'CreateTaskDependency' });
export type CreateTaskDependency = z.infer<typeof CreateTaskDependency>;

export const TaskDependency = z
  .object({
    dependency_id: Id.describe('Identifies the dependency'),
    predecessor_task_id: Id.describe('Task that comes first'),
    predecessor_task_name: z.string().describe('Name of that task'),
    successor_task_id: Id.describe('Task that depends on it'),
    successor_task_name: z.string().describe('Name of that task'),
    dependency_type: TaskDependencyType.describe('Which ends of the two tasks are tied'),
    lag_days: z.int().describe('Days between the two ends'),
    notes: z.string().nullable().describe('Notes'),
    created_at: Timestamp.describe('When it was created'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TaskDependency' });
export type TaskDependency = z.infer<typeof TaskDependency>;

const column = {
  custom_name: z.string().trim().min(1).max(100).describe('Name of the column'),
  is_closed: z.boolean().describe('Whether tasks in it are done'),
  display_order: z.int().min(0).max(1_000_000).describe('Place among the columns'),
  is_visible: z.boolean().describe('Whether the column is shown'),
};

export const CreateTaskStatusMapping = z
  .object({
    custom_name: column.custom_name,
    is_closed: column.is_closed.default(false),
    display_order: column.display_order.optional().describe('Place among the columns; behind the last when absent'),
    is_visible: column.is_visible.default(true),
    phase_id: Id.nullish().describe('Phase it is for alone; a phase with columns of its own uses only those'),
  })
  .meta({ id: 'CreateTaskStatusMapping' });
export type CreateTaskStatusMapping = z.infer<typeof CreateTaskStatusMapping>;

export const UpdateTaskStatusMapping = z.object(column).partial().meta({ id: 'UpdateTaskStatusMapping' });
export type UpdateTaskStatusMapping = z.infer<typeof UpdateTaskStatusMapping>;

export const TaskStatusMapping = z
  .object({
    project_status_mapping_id: Id.describe('Identifies the column'),
    project_id: Id.describe('Project it belongs to'),
    phase_id: Id.nullable().describe('Phase it is for alone'),
    is_standard: z.boolean().describe('Whether it came with the project'),
    custom_name: z.string().nullable().describe('Name given by people; null for a standard one'),
    status_name: z.string().describe('Name of the column'),
    is_closed: z.boolean().describe('Whether tasks in it are done'),
    display_order: z.int().describe('Place among the columns'),
    is_visible: z.boolean().describe('Whether the column is shown'),
    created_at: Timestamp.describe('When the column was created'),
    updated_at: Timestamp.describe('When the column was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TaskStatusMapping' });
export type TaskStatusMapping = z.infer<typeof TaskStatusMapping>;
