import { Id } from '@psa/contract-kit';
import { z } from 'zod';

export const WorkflowDiagramQuery = z.object({
  format: z.enum(['svg', 'mermaid']).default('svg').describe('A picture, or text that Mermaid draws'),
});
export type WorkflowDiagramQuery = z.infer<typeof WorkflowDiagramQuery>;

export const WorkflowExportQuery = z.object({
  format: z.enum(['json', 'yaml', 'csv']).default('json').describe('Form of the file; only `json` and `yaml` can be imported'),
});
export type WorkflowExportQuery = z.infer<typeof WorkflowExportQuery>;

export const ImportWorkflows = z
  .object({
    content: z
      .string()
      .min(1)
      .max(400_000)
      .describe('What was exported: one workflow or a list of them')
      .meta({ example: '{"name":"Server onboarding","definition":{"start":"done","steps":{"done":{"type":"end"}}}}' }),
    format: z.enum(['json', 'yaml']).default('json'),
    overwrite_existing: z.boolean().default(false).describe('Replaces the code of workflows of the same name'),
    create_new_versions: z.boolean().default(false).describe('Adds a version to workflows of the same name'),
    validate_only: z.boolean().default(false).describe('Says what would happen and changes nothing'),
  })
  .meta({ id: 'ImportWorkflows' });
export type ImportWorkflows = z.infer<typeof ImportWorkflows>;

export const ImportWorkflowsResult = z
  .object({
    validate_only: z.boolean(),
    results: z.array(
      z.object({
        name: z.string(),
        action: z.enum(['created', 'updated', 'unchanged']),
        registration_id: Id.nullable().describe('null when nothing was made'),
      }),
    ),
  })
  .meta({ id: 'ImportWorkflowsResult' });
export type ImportWorkflowsResult = z.infer<typeof ImportWorkflowsResult>;
