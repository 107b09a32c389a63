import { notFound, tenantId } from '@psa/contract-kit';
import { identityRpc } from '@psa/contracts-identity';
import { type RpcHandler, rpcHandler, type RpcCaller } from '@psa/events-kit';
import { type Db, type Ports, tenantDb } from '../identity-app.ts';
import { listApiKeys } from '../resources/authentication/api-key/api-key.list.ts';
import { requireKeyNamed } from '../resources/authentication/api-key/api-key.references.ts';
import type { ApiKeyRow } from '../resources/authentication/api-key/api-key.records.ts';
import { createApiKey, revokeApiKey } from '../resources/authentication/api-key/api-key.actions.ts';
import { defaultRoleId, mspAdmin } from '../resources/access/grant/access-catalogue.ts';
import { createTenant, requireTenant, suspendTenant } from '../resources/directory/tenant/tenant.actions.ts';
import { findTenantBySlug, listTenants } from '../resources/directory/tenant/tenant.records.ts';
import { eraseUser } from '../resources/directory/user-lifecycle/user-erasure.actions.ts';
import { requireUserWithEmail } from '../resources/directory/user/user-with-email.references.ts';
import { firstUserWithRole } from '../resources/directory/user/user.records.ts';

const DEFAULT_PAGE_SIZE = 100;

/** What the `psa` command line asks. */
export const operatorRpcHandlers: readonly RpcHandler<Ports>[] = [
  rpcHandler(identityRpc['admin.tenant-create'], (input, asker, ports: Ports) => createTenant(ports, asker, input)),

  rpcHandler(identityRpc['admin.tenant-list'], async ({ after = '', limit = DEFAULT_PAGE_SIZE }, _asker, { database }: Ports) => {
    // One more than asked for tells whether another page follows.
    const rows = await listTenants(database, after, limit + 1);
    const tenants = rows.slice(0, limit);
    const last = tenants.at(-1);
    return { tenants, ...(rows.length > limit && last && { next: last.slug }) };
  }),

  rpcHandler(identityRpc['admin.tenant-get'], async ({ slug }, _asker, { database }: Ports) => {
    const tenant = await findTenantBySlug(database, slug);
    if (tenant === undefined) throw notFound('Tenant');
    return tenant;
  }),

  rpcHandler(identityRpc['admin.tenant-suspend'], async ({ tenant }, asker, ports: Ports) => {
    await suspendTenant(ports, asker, tenantId(tenant), true);
    return { tenant, suspended: true };
  }),

  rpcHandler(identityRpc['admin.tenant-resume'], async ({ tenant }, asker, ports: Ports) => {
    await suspendTenant(ports, asker, tenantId(tenant), false);
    return { tenant, suspended: false };
  }),

  rpcHandler(identityRpc['admin.key-create'], async ({ tenant, user_id, user_email, ...input }, asker, ports: Ports) => {
    const db = await existingTenant(ports, tenant, asker);
    const named = user_id ?? (user_email === undefined ? undefined : await requireUserWithEmail(db, user_email));
    const owner = named ?? (await firstUserWithRole(db, defaultRoleId(db.tenant, mspAdmin)));
    if (owner === undefined) throw notFound('Administrator');
    const { row, text } = await createApiKey(db, { user_id: owner, ...input });
    return { api_key_id: row.api_key_id, api_key: text };
  }),

  rpcHandler(identityRpc['admin.key-list'], async ({ tenant, page = 1, limit = DEFAULT_PAGE_SIZE }, asker, ports: Ports) => {
    const db = await existingTenant(ports, tenant, asker);
    const query = { page, limit, sort: 'created_at', order: 'desc', include_total: false } as const;
    const { rows, pagination } = await listApiKeys(db, query, undefined);
    return { api_keys: rows.map(apiKeySummary), has_more: pagination.hasNext };
  }),

  rpcHandler(identityRpc['admin.key-revoke'], async ({ tenant, api_key_id, key }, asker, ports: Ports) => {
    const db = await existingTenant(ports, tenant, asker);
    if (api_key_id === undefined && key === undefined) throw notFound('API key');
    const id = api_key_id ?? (await requireKeyNamed(db, key ?? ''));
    await revokeApiKey(db, id);
    return { api_key_id: id, revoked: true };
  }),

  rpcHandler(identityRpc['admin.user-erase'], async ({ tenant, user_id }, asker, ports: Ports) =>
    eraseUser(await existingTenant(ports, tenant, asker), ports, user_id),
  ),
];

/** Named one by one, so that no column added later shows up here by itself. */
function apiKeySummary(row: ApiKeyRow) {
  const { api_key_id, description, user_id, username, created_at, expires_at, last_used_at, revoked_at } = row;
  return { api_key_id, description, user_id, username, created_at, expires_at, last_used_at, revoked_at };
}

async function existingTenant(ports: Ports, tenant: string, by: RpcCaller): Promise<Db> {
  const id = tenantId(tenant);
  await requireTenant(ports, id);
  return tenantDb(ports, id, by);
}
