import { Id } from '@psa/contract-kit';
import { z } from 'zod';

/** A team with all below it. */
export const TeamTree = z
  .object({
    team_id: Id.describe('Identifies the team'),
    team_name: z.string().describe('Name of the team'),
    manager_id: Id.nullable().describe('User who leads it'),
    manager_name: z.string().nullable().describe('Their name'),
    parent_team_id: Id.nullable().describe('Team it is part of'),
    level: z.int().describe('Teams above it'),
    member_count: z.int().describe('Active members, without those of the teams below'),
    get subteams() {
      return z.array(TeamTree).describe('Teams that are part of it, by name');
    },
  })
  .meta({ id: 'TeamTree' });
export type TeamTree = z.infer<typeof TeamTree>;

export const TeamParent = z
  .object({
    parent_team_id: Id.nullable().describe('Team it becomes part of; null for none'),
  })
  .meta({ id: 'TeamParent' });

export const TeamRelation = z
  .object({
    child_team_id: Id.describe('The team'),
    child_team_name: z.string().describe('Its name'),
    parent_team_id: Id.nullable().describe('Team it is part of now'),
    parent_team_name: z.string().nullable().describe('Name of that'),
  })
  .meta({ id: 'TeamRelation' });
export type TeamRelation = z.infer<typeof TeamRelation>;
