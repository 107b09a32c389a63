import { randomUUID } from 'node:crypto';
import type {
  passwordRoutes,
  userAvatarRoutes,
  userBulkRoutes,
  userPreferencesRoutes,
  userRoleRoutes,
  userRoutes,
  userTeamRoutes,
} from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import sharp from 'sharp';
import { settleGranter } from './granter.ts';
import { settle } from './make.ts';

export function newUser(given: Record<string, unknown> = {}): Record<string, unknown> {
  const name = `una.${randomUUID().slice(0, 13)}`;
  return { username: name, email: `${name}@example.com`, first_name: 'Una', last_name: 'Smith', ...given };
}

async function makeUser(world: World): Promise<string> {
  await settle(world.service, world.caller);
  return addUser(world);
}

async function addUser({ api }: World): Promise<string> {
  const { status, text, body } = await api.post('/api/v1/users', newUser());
  if (status !== 201) throw new Error(text);
  return body.data.user_id as string;
}

const onUser: Fixture = async (world) => ({ params: { id: await makeUser(world) } });
const settled: Fixture = async ({ service, caller }) => {
  await settle(service, caller);
  return {};
};
const someUsers: Fixture = async (world) => {
  await makeUser(world);
  return {};
};

/** A user, and a role that can be given to them. */
async function userAndRole(world: World): Promise<{ id: string; roleId: string }> {
  await settleGranter(world);
  const { body } = await world.api.post('/api/v1/roles', { role_name: `Role ${randomUUID()}` });
  return { id: await addUser(world), roleId: body.data.role_id as string };
}

const withRole: Fixture = async (world) => {
  const { id, roleId } = await userAndRole(world);
  return { params: { id }, body: { role_ids: [roleId] } };
};

async function userAndTeam(world: World): Promise<{ id: string; teamId: string }> {
  const id = await makeUser(world);
  const { body } = await world.api.post('/api/v1/teams', { team_name: `Team ${randomUUID()}` });
  return { id, teamId: body.data.team_id as string };
}

export async function picture(): Promise<FormData> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1a56b0' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('avatar', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'una.png');
  return form;
}

const withPicture: Fixture = async (world) => {
  const id = await makeUser(world);
  const { status, text } = await world.api.post(`/api/v1/users/${id}/avatar`, await picture());
  if (status !== 200) throw new Error(text);
  return { params: { id } };
};

type Keys =
  | keyof typeof userRoutes
  | keyof typeof userRoleRoutes
  | keyof typeof userBulkRoutes
  | keyof typeof userPreferencesRoutes
  | keyof typeof userAvatarRoutes
  | keyof typeof userTeamRoutes
  | keyof typeof passwordRoutes;

export const userFixtures: { readonly [K in Keys]: Fixture } = {
  listUsers: someUsers,
  createUser: async (world) => ({ ...(await settled(world)), body: newUser({ phone: '+49 30 1234', timezone: 'Europe/Berlin' }) }),
  searchUsers: async (world) => ({ ...(await someUsers(world)), query: { query: 'una' } }),
  getUserStats: someUsers,
  listUsersActivity: someUsers,
  getUser: onUser,
  updateUser: async (world) => ({ ...(await onUser(world)), body: { first_name: 'Ulla' } }),
  deleteUser: onUser,
  getUserHierarchy: onUser,
  listUserActivity: onUser,
  listUserRoles: onUser,
  addUserRoles: withRole,
  setUserRoles: withRole,
  removeUserRoles: async (world) => {
    const request = await withRole(world);
    await world.api.post(`/api/v1/users/${request.params?.['id']}/roles`, request.body);
    return request;
  },
  getUserPermissions: onUser,
  listUserTeams: onUser,
  joinTeam: async (world) => {
    const { id, teamId } = await userAndTeam(world);
    return { params: { id }, body: { team_id: teamId } };
  },
  leaveTeam: async (world) => {
    const { id, teamId } = await userAndTeam(world);
    const { status, text } = await world.api.post(`/api/v1/users/${id}/teams`, { team_id: teamId });
    if (status !== 201) throw new Error(text);
    return { params: { id, teamId } };
  },
  bulkCreateUsers: async (world) => ({ ...(await settled(world)), body: { users: [newUser(), newUser()] } }),
  bulkDeactivateUsers: async (world) => ({ body: { user_ids: [await makeUser(world)] } }),
  getUserPreferences: onUser,
  setUserPreferences: async (world) => ({ ...(await onUser(world)), body: { theme: 'dark', columns: ['name'] } }),
  getUserAvatar: withPicture,
  setUserAvatar: async (world) => ({ ...(await onUser(world)), body: await picture() }),
  deleteUserAvatar: withPicture,
  changePassword: async (world) => ({
    ...(await onUser(world)),
    body: { new_password: 'correct horse battery', confirm_password: 'correct horse battery' },
  }),
};
