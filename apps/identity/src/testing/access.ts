import { randomUUID } from 'node:crypto';
import { everyPermission, type TestApi, type TestCaller, type TestService } from '@psa/test-kit';
import { aUser, type UserGiven } from './make.ts';

/** Rights to decide who may do what, as the gateway tells of them. */
const ACCESS_RIGHTS = [
  'role:read',
  'role:create',
  'role:update',
  'role:delete',
  'permission:read',
  'permission:create',
  'permission:update',
  'permission:delete',
  'team:read',
  'team:create',
  'team:update',
  'team:delete',
  'team:manage_members',
  'user:read',
  'user:update',
] as const;

/** An administrator, as they call the API. */
export async function anAdmin(service: TestService, tenant: string): Promise<{ who: TestCaller; api: TestApi }> {
  const who = await aUser(service, tenant, { role: { portal: 'msp', role_name: 'Admin' }, permissions: everyPermission });
  return { who, api: service.api(who) };
}

/** Somebody with a role of the tenant who may decide who may do what, within what they hold. */
export async function aSteward(service: TestService, tenant: string, given: UserGiven = {}): Promise<{ who: TestCaller; api: TestApi }> {
  const who = await aUser(service, tenant, { role: { portal: 'msp', role_name: 'Technician' }, permissions: ACCESS_RIGHTS, ...given });
  return { who, api: service.api(who) };
}

/** Ids of the tenant's permissions by their names. */
export async function permissionIds(service: TestService, tenant: string): Promise<(name: string) => string> {
  const rows = await service.sql<{ id: string; name: string }>(
    "select permission_id as id, resource || ':' || action as name from permissions where tenant = $1",
    [tenant],
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`there is no permission ${name}`);
    return id;
  };
}

/** What a user may do, as they are told themselves. */
export async function mayDo(api: TestApi, ...names: string[]): Promise<string[]> {
  const permissions = names.map((name) => ({ resource: name.split(':')[0], action: name.split(':')[1] }));
  const { body } = await api.post('/api/v1/permission-checks', { permissions });
  return body.data.results
    .filter(({ granted }: { granted: boolean }) => granted)
    .map(({ resource, action }: { resource: string; action: string }) => `${resource}:${action}`);
}

/** A name nobody else has. */
export function aName(): string {
  return `Name ${randomUUID()}`;
}
