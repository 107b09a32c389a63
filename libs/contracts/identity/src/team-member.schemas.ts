import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { TeamPerson } from './team.schemas.ts';

export const TeamMember = TeamPerson.extend({
  team_id: Id.describe('Team the user is in'),
  full_name: z.string().describe('First and last name, or the name to sign in with'),
  role: z.string().describe('What they are in the team'),
  is_manager: z.boolean().describe('Whether they lead it'),
  joined_at: Timestamp.describe('When they joined it'),
}).meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof TeamMember>;

export const AddTeamMember = z.object({ user_id: Id.describe("Active user of the MSP's own people") }).meta({ id: 'AddTeamMember' });

export const BulkAddTeamMembers = z
  .object({
    user_ids: z.array(Id).min(1).max(100).describe("Active users of the MSP's own people, all or none"),
  })
  .meta({ id: 'BulkAddTeamMembers' });

export const AddedTeamMembers = z
  .object({
    added: z.array(Id).describe('Users who joined'),
    already_members: z.array(Id).describe('Users who were in the team before'),
  })
  .meta({ id: 'AddedTeamMembers' });
export type AddedTeamMembers = z.infer<typeof AddedTeamMembers>;
