import { randomBytes } from 'node:crypto';
import { conflict, notFound, tenantId, type TenantId } from '@psa/contract-kit';
import { identityEvents } from '@psa/contracts-identity';
import { type RpcCaller, emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import { type Ports, tenantDb } from '../../../identity-app.ts';
import { createApiKey } from '../../authentication/api-key/api-key.actions.ts';
import { audit } from '../../audit/audit.ts';
import { seedAccess } from '../../access/role/access-catalogue.actions.ts';
import { accessCatalogue, defaultRoleId, mspAdmin } from '../../access/grant/access-catalogue.ts';
import { assignRole } from '../../access/role/role.records.ts';
import { hashPassword } from '../../authentication/password/password-hash.ts';
import { insertUser } from '../user/user.records.ts';
import { userFacts } from '../user/user.view.ts';
import { insertTenant, setSuspended, tenantExists } from './tenant.records.ts';
import { slugFrom } from './tenant.rules.ts';

export interface NewTenant {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly admin_email?: string | undefined;
}

/** What the operator is told once. */
export interface CreatedTenant {
  readonly tenant: string;
  readonly tenantSlug: string;
  readonly userId: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

/**
 * Creates a tenant with its permissions and roles, an administrator and a first API key, all or nothing.
 * @throws CONFLICT when the slug is taken
 */
export async function createTenant(ports: Ports, by: RpcCaller, input: NewTenant): Promise<CreatedTenant> {
  const tenant = tenantId(uuidv7());
  const slug = input.slug ?? slugFrom(input.name) ?? `tenant-${tenant.slice(-12)}`;
  const email = (input.admin_email ?? `admin@${slug}.example`).toLowerCase();
  const password = randomBytes(18).toString('base64url');
  // Ahead of the transaction: it takes longer than all the rest.
  const password_hash = await hashPassword(password);

  return tenantDb(ports, tenant, by).transaction(async (tx) => {
    const row = await insertTenant(tx, { slug, name: input.name, catalogue: accessCatalogue });
    if (row === undefined) throw conflict(`The slug ${slug} is taken`);
    await seedAccess(tx);
    const user = await insertUser(tx, {
      user_id: uuidv7(),
      username: 'admin',
      email,
      first_name: 'Admin',
      password_hash,
      user_type: 'internal',
    });
    await assignRole(tx, user.user_id, defaultRoleId(tenant, mspAdmin));
    audit(tx, { event_type: 'tenant_created', record_id: tenant, details: { slug } });
    audit(tx, { event_type: 'user_created', record_id: user.user_id, subject_user_id: user.user_id, after: user });
    audit(tx, {
      event_type: 'role_assigned',
      record_id: user.user_id,
      subject_user_id: user.user_id,
      details: { role_id: defaultRoleId(tenant, mspAdmin) },
    });
    emit(tx, identityEvents.tenantCreated, { tenant_id: tenant, name: row.name, slug }, row.version);
    emit(tx, identityEvents.userCreated, userFacts(user), user.version);
    const { row: key, text } = await createApiKey(tx, { user_id: user.user_id, description: 'First key' });
    return {
      tenant,
      tenantSlug: slug,
      userId: user.user_id,
      apiKeyId: key.api_key_id,
      apiKey: text,
      adminEmail: email,
      adminPassword: password,
    };
  });
}

/** Rejects a tenant's keys and sessions from now on, or accepts them again. @throws NOT_FOUND */
export async function suspendTenant(ports: Ports, by: RpcCaller, tenant: TenantId, suspended: boolean): Promise<void> {
  await requireTenant(ports, tenant);
  await tenantDb(ports, tenant, by).transaction(async (tx) => {
    const version = await setSuspended(tx, suspended);
    if (version === undefined) return;
    audit(tx, { event_type: suspended ? 'tenant_suspended' : 'tenant_resumed', record_id: tenant });
    emit(tx, suspended ? identityEvents.tenantSuspended : identityEvents.tenantResumed, { tenant_id: tenant }, version);
  });
}

/** @throws NOT_FOUND */
export async function requireTenant({ database }: Ports, tenant: TenantId): Promise<void> {
  if (!(await tenantExists(database, tenant))) throw notFound('Tenant');
}
