import { randomUUID } from 'node:crypto';
import type { World } from '@psa/test-kit/derived';
import { settle } from './make.ts';

const PAIRS = [
  ['asset', 'read'],
  ['asset', 'update'],
  ['ticket', 'read'],
] as const;

/** Makes the caller of a test a user of a bare tenant who holds some permissions through a role. @returns ids of the permissions */
export async function settleGranter({ service, caller }: Pick<World, 'service' | 'caller'>): Promise<string[]> {
  const { tenant, userId } = caller;
  await settle(service, caller);
  const ids = PAIRS.map(() => randomUUID());
  await service.sql(
    `insert into permissions (tenant, permission_id, resource, action, msp, client)
      select $1, id::uuid, resource, action, true, resource = 'ticket' from unnest($2::text[], $3::text[], $4::text[]) as pair (id, resource, action)`,
    [tenant, ids, PAIRS.map(([resource]) => resource), PAIRS.map(([, action]) => action)],
  );
  const role = randomUUID();
  await service.sql("insert into roles (tenant, role_id, role_name, msp, client) values ($1, $2, 'Granter', true, false)", [tenant, role]);
  await service.sql('insert into role_permissions (tenant, role_id, permission_id) select $1, $2, unnest($3::uuid[])', [tenant, role, ids]);
  await service.sql('insert into user_roles (tenant, user_id, role_id) values ($1, $2, $3)', [tenant, userId, role]);
  return ids;
}
