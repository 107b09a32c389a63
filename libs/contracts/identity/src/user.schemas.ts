import {
  EXAMPLE_ID,
  externalIdFilter,
  Id,
  Links,
  listQuery,
  QueryBoolean,
  queryInteger,
  queryList,
  rowVersion,
  shownExternalIds,
  Timestamp,
  TimeZone,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { NewPassword } from './password.schemas.ts';

export const userTypes = ['internal', 'client', 'admin', 'contractor'] as const;

export const RoleOfUser = z
  .object({
    role_id: Id.describe('Role id'),
    role_name: z.string().describe('Name of the role'),
    description: z.string().nullable().describe('What the role is for'),
  })
  .meta({ id: 'RoleOfUser' });
export type RoleOfUser = z.infer<typeof RoleOfUser>;

export const TeamOfUser = z
  .object({
    team_id: Id.describe('Team id'),
    team_name: z.string().describe('Name of the team'),
    is_manager: z.boolean().describe('Whether the user leads the team'),
    joined_at: Timestamp.nullable().describe('When the user became a member'),
  })
  .meta({ id: 'TeamOfUser' });
export type TeamOfUser = z.infer<typeof TeamOfUser>;

/** A person who may sign in. Passwords and secrets are never read back. */
export const User = z
  .object({
    user_id: Id.describe('Identifies the user'),
    ...shownExternalIds,
    ...rowVersion,
    username: z.string().describe('Name to sign in with, unique among the users of its type'),
    first_name: z.string().nullable().describe('Given name'),
    last_name: z.string().nullable().describe('Family name'),
    email: z.string().describe('Address, unique among the users of its type'),
    phone: z.string().nullable().describe('Telephone number'),
    timezone: z.string().nullable().describe('IANA time zone'),
    user_type: z.enum(userTypes).describe('internal and its like work for the tenant; client is a user of the client portal'),
    contact_id: Id.nullable().describe('Contact that a client-portal user is'),
    client_id: Id.nullable().describe('Client of a client-portal user'),
    image: z.string().nullable().describe('Address of a picture of them'),
    avatarUrl: z.string().nullable().describe('The same, as uploaded here'),
    two_factor_enabled: z.boolean().describe('Whether signing in takes a second factor'),
    two_factor_required_new_device: z.boolean().describe('Whether it takes one on new devices only'),
    is_google_user: z.boolean().describe('Whether they sign in by Google'),
    is_inactive: z.boolean().describe('Whether they are shut out'),
    reports_to: Id.nullable().describe('User they report to'),
    last_login_at: Timestamp.nullable().describe('When they last signed in'),
    last_login_method: z.string().nullable().describe('How they last signed in'),
    tenant: Id.describe('Tenant of the caller'),
    created_at: Timestamp.describe('When the user was created'),
    updated_at: Timestamp.describe('When the user was last changed'),
    roles: z.array(RoleOfUser).describe('Roles they have'),
    teams: z.array(TeamOfUser).optional().describe('Teams they belong to; with include_teams=true'),
    permissions: z.array(z.string()).optional().describe('Everything they may do, as resource:action; with include_permissions=true'),
    _links: Links.optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

const NAME = 100;
const Username = z
  .string()
  .trim()
  .min(3)
  .max(50)
  .regex(/^[^\s@]\S*$/, 'must not hold spaces')
  .toLowerCase()
  .describe('3 to 50 characters without spaces, whatever their case');
const Email = z.email({ error: 'must be an e-mail address' }).max(255).toLowerCase().describe('Whatever its case');

const profile = {
  first_name: z.string().trim().max(NAME).nullish().describe('Given name'),
  last_name: z.string().trim().max(NAME).nullish().describe('Family name'),
  phone: z.string().trim().max(50).nullish().describe('Telephone number'),
  timezone: TimeZone.nullish().describe('IANA time zone, such as Europe/Berlin'),
};

const account = {
  contact_id: Id.nullish().describe('Contact that a client-portal user is; needed for user_type client'),
  two_factor_enabled: z.boolean().optional().describe('As it is; switched by the operations under 2fa'),
  is_google_user: z.boolean().optional().describe('Whether they sign in by Google'),
  is_inactive: z.boolean().optional().describe('true shuts them out at once'),
  reports_to: Id.nullish().describe('User they report to, at any depth not themselves'),
  role_ids: z
    .array(Id)
    .max(10)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .describe('Roles they have; of their portal, and none with more than the caller holds'),
};

export const CreateUser = z
  .object({
    ...writableExternalIds,
    username: Username,
    email: Email,
    password: NewPassword.optional().describe('8 to 128 characters; without one the user is invited by e-mail to choose it'),
    ...profile,
    user_type: z.enum(userTypes).optional().describe('internal when absent; client for callers of the client portal'),
    ...account,
  })
  .meta({
    id: 'CreateUser',
    example: {
      username: 'grace',
      email: 'grace@example.com',
      password: 'correct horse battery staple',
      first_name: 'Grace',
      last_name: 'Hopper',
      phone: '+353 1 555 0100',
      timezone: 'Europe/Dublin',
      user_type: 'internal',
      role_ids: [EXAMPLE_ID],
      reports_to: EXAMPLE_ID,
      external_ids: [{ source: 'crm', id: 'A-1001' }],
    },
  });
export type CreateUser = z.infer<typeof CreateUser>;

export const UpdateUser = CreateUser.partial()
  .extend({
    password: NewPassword.optional().describe(
      "Another user's new password; needs user:reset_password. One's own is changed by PUT /users/{id}/password",
    ),
    current_password: z
      .string()
      .max(1024)
      .optional()
      .describe("One's own password as it is: wanted for a change of one's own e-mail address or username, which an API key cannot make"),
  })
  .meta({
    id: 'UpdateUser',
    example: { first_name: 'Grace', last_name: 'Hopper', phone: '+353 1 555 0100', timezone: 'Europe/Dublin', role_ids: [EXAMPLE_ID] },
  });
export type UpdateUser = z.infer<typeof UpdateUser>;

/** What users may change of themselves without any permission. */
export const profileFields = ['first_name', 'last_name', 'phone', 'timezone'] as const;

export const userSortColumns = [
  'created_at',
  'updated_at',
  'username',
  'first_name',
  'last_name',
  'email',
  'user_type',
  'last_login_at',
] as const;

export const UserListQuery = listQuery({
  sort: userSortColumns,
  defaultSort: 'created_at',
  filters: {
    ...externalIdFilter,
    username: z.string().max(255).optional().describe('Occurs in the username'),
    first_name: z.string().max(255).optional().describe('Occurs in the given name'),
    last_name: z.string().max(255).optional().describe('Occurs in the family name'),
    email: z.string().max(255).optional().describe('Occurs in the address'),
    phone: z.string().max(255).optional().describe('Occurs in the telephone number'),
    timezone: z.string().max(255).optional().describe('Exact'),
    user_type: z.enum(userTypes).optional().describe('Exact'),
    role_id: Id.optional().describe('Users with this role'),
    role_name: z.string().max(255).optional().describe('Users with a role in whose name this occurs'),
    team_id: Id.optional().describe('Members of this team'),
    contact_id: Id.optional().describe('Exact'),
    client_id: Id.optional().describe('Exact'),
    reports_to: Id.optional().describe('Users who report to this one'),
    is_inactive: QueryBoolean.optional().describe('Exact'),
    two_factor_enabled: QueryBoolean.optional().describe('Exact'),
    has_avatar: QueryBoolean.optional().describe('Whether they have uploaded a picture'),
    include_permissions: QueryBoolean.optional().describe('true: with everything each of them may do'),
    include_teams: QueryBoolean.optional().describe('true: with the teams of each'),
  },
});
export type UserListQuery = z.infer<typeof UserListQuery>;

export const userSearchFields = ['username', 'email', 'first_name', 'last_name', 'phone'] as const;

export const UserSearchQuery = z.object({
  query: z.string().trim().min(1).max(255).describe('Text to look for'),
  fields: queryList(z.enum(userSearchFields)).optional().describe('Members to look in; all of them when absent'),
  user_type: z.enum(userTypes).optional().describe('Exact'),
  role_id: Id.optional().describe('Users with this role'),
  team_id: Id.optional().describe('Members of this team'),
  include_inactive: QueryBoolean.optional().describe('true: those who are shut out as well'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Users at most'),
});
export type UserSearchQuery = z.infer<typeof UserSearchQuery>;

export const UserStats = z
  .object({
    total_users: z.int().describe('All of them'),
    active_users: z.int().describe('Those who may sign in'),
    inactive_users: z.int().describe('Those who are shut out'),
    users_by_type: z.record(z.string(), z.int()).describe('How many of each type'),
    users_by_role: z.record(z.string(), z.int()).describe('How many have each role, by its name'),
    users_with_2fa: z.int().describe('Who have a second factor'),
    users_without_avatar: z.int().describe('Who have uploaded no picture'),
    recent_logins: z.int().describe('Who have signed in within 30 days'),
    never_logged_in: z.int().describe('Who have never signed in'),
  })
  .meta({ id: 'UserStats' });
export type UserStats = z.infer<typeof UserStats>;
