import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { nullableText, ProjectDate } from './project-fields.ts';

const writable = {
  phase_name: z.string().trim().min(1).max(255).describe('Name'),
  description: nullableText(10_000).describe('What is done in it'),
  start_date: ProjectDate.nullish().describe('When its work starts'),
  end_date: ProjectDate.nullish().describe('When its work ends; not before the start'),
  status: z.string().trim().min(1).max(50).describe('Free-form state'),
};

export const CreateProjectPhase = z.object({ ...writable, status: writable.status.default('planning') }).meta({ id: 'CreateProjectPhase' });
export type CreateProjectPhase = z.infer<typeof CreateProjectPhase>;

export const UpdateProjectPhase = z.object(writable).partial().meta({ id: 'UpdateProjectPhase' });
export type UpdateProjectPhase = z.infer<typeof UpdateProjectPhase>;

export const MoveProjectPhase = z
  .object({ after_phase_id: Id.nullable().describe('Phase of the same project that it is put behind; null puts it first') })
  .meta({ id: 'MoveProjectPhase' });
export type MoveProjectPhase = z.infer<typeof MoveProjectPhase>;

export const ProjectPhase = z
  .object({
    phase_id: Id.describe('Identifies the phase'),
    project_id: Id.describe('Project it belongs to'),
    phase_name: z.string().describe('Name'),
    description: z.string().nullable().describe('What is done in it'),
    start_date: Timestamp.nullable().describe('When its work starts'),
    end_date: Timestamp.nullable().describe('When its work ends'),
    status: z.string().describe('Free-form state'),
    order_number: z.int().describe('Number in the order of creation, from 1'),
    order_key: z.string().describe('Sorts the phases of the project, compared byte by byte'),
    wbs_code: z.string().describe('Place in the work breakdown structure; never reused'),
    created_at: Timestamp.describe('When the phase was created'),
    updated_at: Timestamp.describe('When the phase was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ProjectPhase' });
export type ProjectPhase = z.infer<typeof ProjectPhase>;
