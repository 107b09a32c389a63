import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { UserFacts } from './identity.events.ts';
import { TeamFacts } from './team.events.ts';

/** What the identity service answers over NATS about users and teams. */
export const directoryRpc = rpcMethods('identity', {
  getUserFacts: {
    summary: 'A user, for a service whose copy has not arrived yet',
    request: z.object({ user_id: z.guid() }),
    response: z.object({ user: UserFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such user') }),
  },
  getUserPermissions: {
    summary: 'What a user may do now, for a service that acts for them while they are away',
    request: z.object({ user_id: z.guid() }),
    response: z.object({
      permissions: z.array(z.string()).nullable().describe('null when nobody may act as the user: gone, or deactivated'),
    }),
  },
  listUsersHolding: {
    summary: 'The staff who may do something, such as those to tell when it fails',
    request: z.object({ permission: z.string().max(100) }),
    response: z.object({
      users: z
        .array(z.object({ user_id: z.guid(), email: z.string() }))
        .max(50)
        .describe('The longest known first'),
    }),
  },
  listUserRoles: {
    summary: 'The roles of a user, for a service that gives work to roles',
    request: z.object({ user_id: z.guid() }),
    response: z.object({ role_ids: z.array(z.guid()).max(1_000).describe('None when the user is gone or deactivated') }),
  },
  listKnownRoles: {
    summary: 'Which of some roles there are, for a service that is about to give work to them',
    request: z.object({ role_ids: z.array(z.guid()).max(1_000) }),
    response: z.object({ role_ids: z.array(z.guid()).max(1_000) }),
  },
  listManagedUsers: {
    summary: 'Who reports to a user, directly or not, and who is in a team the user manages',
    request: z.object({ user_id: z.guid() }),
    response: z.object({ user_ids: z.array(z.guid()).max(10_000) }),
  },
  getTeamFacts: {
    summary: 'A team, for a service whose copy has not arrived yet',
    request: z.object({ team_id: z.guid() }),
    response: z.object({ team: TeamFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such team') }),
  },
});
