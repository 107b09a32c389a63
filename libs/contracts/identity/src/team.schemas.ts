import { Id, Links, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { BulkError } from './role.schemas.ts';

/** Most people in one team. */
export const MAX_TEAM_MEMBERS = 50;
/** Most teams a tenant has: all of them are shown at once as a forest. */
export const MAX_TEAMS = 2000;
/** Most teams one below the other. */
export const MAX_TEAM_DEPTH = 100;

const TeamName = z.string().trim().min(1).max(255);
const MANAGER = 'Active user who leads the team, and is a member of it';

const Member = z.object({ user_id: Id.describe("Active user of the MSP's own people") });
const Members = z.array(Member).max(MAX_TEAM_MEMBERS);

/** Somebody in a team. */
export const TeamPerson = z
  .object({
    user_id: Id.describe('Identifies the user'),
    username: z.string().describe('Name to sign in with'),
    email: z.string().describe('E-mail address'),
    first_name: z.string().nullable().describe('First name'),
    last_name: z.string().nullable().describe('Last name'),
  })
  .meta({ id: 'TeamPerson' });
export type TeamPerson = z.infer<typeof TeamPerson>;

/** People who work together. */
export const Team = z
  .object({
    team_id: Id.describe('Identifies the team'),
    team_name: z.string().describe('Name, once in the tenant'),
    manager_id: Id.nullable().describe('User who leads the team'),
    manager_name: z.string().nullable().describe('Their name'),
    manager_email: z.string().nullable().describe('Their e-mail address'),
    members: z.array(TeamPerson).describe('Active members by name'),
    member_count: z.int().describe('How many they are'),
    parent_team_id: Id.nullable().describe('Team it is part of'),
    tenant: Id.describe('Tenant of the caller'),
    created_at: Timestamp.describe('When the team was created'),
    updated_at: Timestamp.describe('When the team was last changed'),
    _links: Links,
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

export const CreateTeam = z
  .object({
    team_name: TeamName.describe('Name, once in the tenant whatever its case'),
    manager_id: Id.nullish().describe(MANAGER),
    members: Members.optional().describe('Users in the team; the manager is one in any case'),
  })
  .meta({ id: 'CreateTeam' });
export type CreateTeam = z.infer<typeof CreateTeam>;

export const UpdateTeam = z
  .object({
    team_name: TeamName.optional().describe('Name, once in the tenant whatever its case'),
    manager_id: Id.nullish().describe(`${MANAGER}; null for none`),
    members: Members.optional().describe('All users in the team from now on; takes team:manage_members'),
  })
  .meta({ id: 'UpdateTeam' });
export type UpdateTeam = z.infer<typeof UpdateTeam>;

export const AssignManager = z.object({ manager_id: Id.describe(MANAGER) }).meta({ id: 'AssignManager' });

const sortColumns = ['team_name', 'team_id', 'manager_id', 'manager_name', 'member_count', 'created_at', 'updated_at'] as const;

export const TeamListQuery = listQuery({
  sort: sortColumns,
  defaultSort: 'team_name',
  defaultOrder: 'asc',
  filters: {
    team_name: z.string().max(255).optional().describe('Part of the name'),
    manager_id: Id.optional().describe('Teams this user leads'),
    has_manager: QueryBoolean.optional().describe('Whether anybody leads the team'),
    member_id: Id.optional().describe('Teams this user is in'),
  },
});
export type TeamListQuery = z.infer<typeof TeamListQuery>;

const { page, limit, sort, order, cursor, include_total, manager_id, has_manager } = TeamListQuery.shape;

const text = z.string().max(255).optional().describe('Part of the name');

export const TeamSearchQuery = z.object({ query: text, page, limit, sort, order, cursor, include_total, manager_id, has_manager });
export type TeamSearchQuery = z.infer<typeof TeamSearchQuery>;

/** Numbers and booleans as such, or as the words a query string has for them. */
const asText = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);
const inBody = <T extends z.ZodType>(schema: T) => z.preprocess(asText, schema);

/** The same in a body. */
export const TeamSearch = z
  .object({
    query: text,
    page: inBody(page).describe('Number of the page, from 1'),
    limit: inBody(limit).describe('Rows a page'),
    sort,
    order,
    cursor,
    include_total: inBody(include_total).describe('false leaves the total out, which makes the page cheaper'),
    manager_id,
    has_manager: inBody(has_manager).describe('Whether anybody leads the team'),
  })
  .meta({ id: 'TeamSearch', example: { query: 'service', page: 1, limit: 25, sort: 'team_name', order: 'asc', has_manager: true } });

const TeamIds = z.array(Id).min(1).max(50);

export const BulkUpdateTeams = z
  .object({
    team_ids: TeamIds.describe('Teams to change, each for itself'),
    updates: UpdateTeam.describe('What changes in each of them'),
  })
  .meta({ id: 'BulkUpdateTeams' });

export const BulkDeleteTeams = z.object({ team_ids: TeamIds.describe('Teams to delete, each for itself') }).meta({ id: 'BulkDeleteTeams' });

const Failures = z.array(z.object({ team_id: Id, error: BulkError })).describe('Teams it could not be done with, and why');

export const UpdatedTeams = z
  .object({ updated: z.array(Team).describe('Teams as they are now'), failed: Failures })
  .meta({ id: 'UpdatedTeams' });
export const DeletedTeams = z
  .object({ deleted: z.array(Id).describe('Teams that are gone'), failed: Failures })
  .meta({ id: 'DeletedTeams' });

export const TeamStats = z
  .object({
    total_teams: z.int().describe('Teams there are'),
    active_teams: z.int().describe('Teams with an active member'),
    teams_with_managers: z.int().describe('Teams somebody leads'),
    teams_with_members: z.int().describe('Teams with any member'),
    teams_with_permissions: z.int().describe('Teams that were granted permissions'),
    root_teams: z.int().describe('Teams that are part of no other'),
    total_members: z.int().describe('Memberships of active users'),
    distinct_members: z.int().describe('Active users in any team'),
    average_team_size: z.number().describe('Active members a team, to two digits'),
    largest_team_size: z.int().describe('Active members of the largest team'),
  })
  .meta({ id: 'TeamStats' });
export type TeamStats = z.infer<typeof TeamStats>;
