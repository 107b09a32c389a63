import { Id, JsonValue, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { TaskForm } from './workflow-definition.schemas.ts';
import { WorkflowBag } from './workflow.schemas.ts';

export const workflowTemplateStatuses = ['draft', 'active', 'archived'] as const;

const Definition = z
  .record(z.string().max(100), JsonValue)
  .refine((value) => JSON.stringify(value).length <= 200_000, 'must be at most 200,000 characters of JSON');

const members = {
  name: z.string().trim().min(1).max(255),
  definition: Definition.describe('The steps, as in the `code` of a workflow; judged when the template is used'),
  description: z.string().max(4000).nullish(),
  category: z.string().trim().min(1).max(100).nullish(),
  tags: z.array(z.string().trim().min(1).max(100)).max(50),
  version: z.string().trim().min(1).max(50),
  status: z.enum(workflowTemplateStatuses),
  parameter_schema: TaskForm.nullish().describe('JSON Schema of the parameters'),
  default_parameters: WorkflowBag.describe('Parameters that are not given'),
  ui_metadata: WorkflowBag.describe('What editors keep of it'),
};

export const CreateWorkflowTemplate = z
  .object({
    ...members,
    tags: members.tags.default([]),
    version: members.version.default('1.0.0'),
    status: members.status.default('active'),
    default_parameters: members.default_parameters.default({}),
    ui_metadata: members.ui_metadata.default({}),
  })
  .meta({
    id: 'CreateWorkflowTemplate',
    example: {
      name: 'Approval',
      description: 'Asks a person and ends',
      category: 'Onboarding',
      definition: { start: 'approve', steps: { approve: { type: 'human_task', title: 'Approve', next: 'done' }, done: { type: 'end' } } },
      parameter_schema: { type: 'object', properties: { days: { type: 'integer', minimum: 1 } } },
      default_parameters: { days: 3 },
      tags: ['approval'],
    },
  });
export type CreateWorkflowTemplate = z.infer<typeof CreateWorkflowTemplate>;

export const UpdateWorkflowTemplate = z
  .object(members)
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must have a member')
  .meta({
    id: 'UpdateWorkflowTemplate',
    example: { description: 'Asks a person, with a time limit', tags: ['approval'], status: 'active' },
  });
export type UpdateWorkflowTemplate = z.infer<typeof UpdateWorkflowTemplate>;

export const WorkflowTemplate = z
  .object({
    template_id: Id,
    name: z.string(),
    description: z.string().nullable(),
    category: z.string().nullable(),
    tags: z.array(z.string()),
    version: z.string(),
    status: z.enum(workflowTemplateStatuses),
    definition: z.record(z.string(), z.unknown()),
    parameter_schema: z.record(z.string(), z.unknown()).nullable(),
    default_parameters: z.record(z.string(), z.unknown()),
    ui_metadata: z.record(z.string(), z.unknown()),
    is_system: z.boolean().describe('Whether it comes with the product'),
    usage_count: z.int(),
    last_used: Timestamp.nullable(),
    created_by: Id.nullable(),
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'WorkflowTemplate' });
export type WorkflowTemplate = z.infer<typeof WorkflowTemplate>;

export const WorkflowTemplateListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'category'],
  defaultSort: 'created_at',
  filters: {
    category: z.string().max(100).optional().describe('Exactly this category'),
    status: z.enum(workflowTemplateStatuses).optional().describe('In this state'),
    is_system: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .describe('Whether it comes with the product'),
  },
});
export type WorkflowTemplateListQuery = z.infer<typeof WorkflowTemplateListQuery>;

export const UseWorkflowTemplate = z
  .object({
    name: z.string().trim().min(1).max(255).optional().describe('Name of the workflow; that of the template when absent'),
    parameters: WorkflowBag.default({}).describe('As `parameter_schema` demands them'),
    status: z.enum(['draft', 'active']).default('draft').describe('State of the workflow'),
  })
  .meta({ id: 'UseWorkflowTemplate' });
export type UseWorkflowTemplate = z.infer<typeof UseWorkflowTemplate>;
