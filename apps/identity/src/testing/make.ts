import { randomUUID } from 'node:crypto';
import { type Portal, type PermissionName, type RpcMethodSpec, type RpcMethod } from '@psa/contract-kit';
import { type AuthenticatedCaller, identityRpc, parseApiKey } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { caller, type TestCaller, type TestService } from '@psa/test-kit';
import type { z } from 'zod';

/** Asks the service as the operator or the gateway does; hashing a password may take longer than others wait. */
export function asking<Q extends RpcMethodSpec>(
  { running }: TestService,
  method: RpcMethod<Q>,
  data: z.input<Q['request']>,
): Promise<z.output<Q['response']>> {
  return callRpc(running.broker, method, data, undefined, 20_000);
}

export interface MadeTenant {
  readonly tenant: string;
  readonly tenantSlug: string;
  readonly userId: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

/** A tenant as the operator makes one. */
export function aTenant(service: TestService, given: { name?: string; slug?: string; admin_email?: string } = {}): Promise<MadeTenant> {
  return asking(service, identityRpc['admin.tenant-create'], { name: 'Acme', slug: `acme-${randomUUID().slice(0, 8)}`, ...given });
}

/** Whom the gateway would take the bearer of a key for. */
export async function authenticate(service: TestService, key: string, tenant?: string): Promise<AuthenticatedCaller | null> {
  const parts = parseApiKey(key);
  if (parts === undefined) throw new Error('no key');
  const { caller: found } = await asking(service, identityRpc.authenticateApiKey, {
    ...parts,
    ...(tenant === undefined ? {} : { tenant }),
  });
  return found;
}

export interface UserGiven {
  readonly user_id?: string;
  readonly user_type?: string;
  readonly is_inactive?: boolean;
  /** Default role of the tenant. */
  readonly role?: { readonly portal: Portal; readonly role_name: string };
  /** What the gateway says they may do. */
  readonly permissions?: readonly PermissionName[];
}

/** A user of a tenant that exists, as they call the API. */
export async function aUser(service: TestService, tenant: string, given: UserGiven = {}): Promise<TestCaller> {
  const { user_id = randomUUID(), user_type = 'internal', is_inactive = false, role, permissions = [] } = given;
  await service.sql(
    'insert into users (tenant, user_id, username, email, first_name, user_type, is_inactive) values ($1, $2, $3, $4, $5, $6, $7)',
    [tenant, user_id, `user-${user_id}`, `${user_id}@example.com`, 'Una', user_type, is_inactive],
  );
  if (role !== undefined) {
    await service.sql(
      `with held as materialized (select tenant, role_id from roles where tenant = $1 and role_name = $3 and ${role.portal}) insert into user_roles (tenant, user_id, role_id) select tenant, $2, role_id from held`,
      [tenant, user_id, role.role_name],
    );
  }
  return caller({ tenant, userId: user_id, userType: user_type === 'client' ? 'client' : 'internal', permissions });
}

/** Makes the caller of a test a user of a bare tenant: without roles, and without the time a real one takes. */
export async function settle(service: TestService, who: TestCaller): Promise<void> {
  await service.sql("insert into tenants (tenant_id, slug, name, access_catalogue) values ($1, $2, 'Bare', '') on conflict do nothing", [
    who.tenant,
    `bare-${who.tenant}`,
  ]);
  await aUser(service, who.tenant, { user_id: who.userId });
}
