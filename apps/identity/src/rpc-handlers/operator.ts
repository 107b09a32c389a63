import { notFound, tenantId } from '@psa/contract-kit';
import { identityRpc } from '@psa/contracts-identity';
import { type RpcHandler, rpcHandler, type RpcCaller } from '@psa/events-kit';
import { type Db, type Ports, tenantDb } from '../identity-app.ts';
import { createApiKey, revokeApiKey } from '../resources/authentication/api-key/api-key.actions.ts';
import { defaultRoleId, mspAdmin } from '../resources/access/grant/access-catalogue.ts';
import { createTenant, requireTenant, suspendTenant } from '../resources/directory/tenant/tenant.actions.ts';
import { firstUserWithRole } from '../resources/directory/user/user.records.ts';

/** What the `psa` command line asks. */
export const operatorRpcHandlers: readonly RpcHandler<Ports>[] = [
  rpcHandler(identityRpc['admin.tenant-create'], (input, asker, ports: Ports) => createTenant(ports, asker, input)),

  rpcHandler(identityRpc['admin.tenant-suspend'], async ({ tenant }, asker, ports: Ports) => {
    await suspendTenant(ports, asker, tenantId(tenant), true);
    return { tenant, suspended: true };
  }),

  rpcHandler(identityRpc['admin.tenant-resume'], async ({ tenant }, asker, ports: Ports) => {
    await suspendTenant(ports, asker, tenantId(tenant), false);
    return { tenant, suspended: false };
  }),

  rpcHandler(identityRpc['admin.key-create'], async ({ tenant, user_id, ...input }, asker, ports: Ports) => {
    const db = await existingTenant(ports, tenant, asker);
    const owner = user_id ?? (await firstUserWithRole(db, defaultRoleId(db.tenant, mspAdmin)));
    if (owner === undefined) throw notFound('Administrator');
    const { row, text } = await createApiKey(db, { user_id: owner, ...input });
    return { api_key_id: row.api_key_id, api_key: text };
  }),

  rpcHandler(identityRpc['admin.key-revoke'], async ({ tenant, api_key_id }, asker, ports: Ports) => {
    await revokeApiKey(await existingTenant(ports, tenant, asker), api_key_id);
    return { api_key_id, revoked: true };
  }),
];

async function existingTenant(ports: Ports, tenant: string, by: RpcCaller): Promise<Db> {
  const id = tenantId(tenant);
  await requireTenant(ports, id);
  return tenantDb(ports, id, by);
}
