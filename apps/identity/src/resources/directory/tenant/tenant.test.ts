import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultRoles, permissions } from '@psa/contract-kit';
import { identityEvents, identityRpc, parseApiKey } from '@psa/contracts-identity';
import { TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { asking, aTenant, authenticate, type MadeTenant } from '../../../testing/make.ts';
import { verifyPassword } from '../../authentication/password/password-hash.ts';

const UNKNOWN = '0190b0f0-0000-7000-8000-000000000000';

describe('a tenant', () => {
  let service: TestService;
  let made: MadeTenant;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service, { name: 'Acme IT', slug: 'acme' });
  });
  afterAll(() => service.stop());

  it('starts with an administrator who can do everything, and a key of theirs', async () => {
    expect(made).toMatchObject({ tenantSlug: 'acme', adminEmail: 'admin@acme.example' });
    expect(await authenticate(service, made.apiKey)).toMatchObject({
      tenant: made.tenant,
      user_id: made.userId,
      user_type: 'internal',
      client_id: null,
      single_use: false,
      expires_at: null,
      key_rate_limit: null,
      tenant_rate_limit: null,
      permissions: permissions
        .filter(({ msp }) => msp)
        .map(({ name }) => name)
        .sort(),
    });
  });

  it("keeps only a hash of the administrator's password", async () => {
    const [user] = await service.sql<{ password_hash: string }>('select * from users where tenant = $1', [made.tenant]);
    expect(JSON.stringify(user)).not.toContain(made.adminPassword);
    expect(await verifyPassword(made.adminPassword, user?.password_hash ?? '')).toBe(true);
  });

  it('starts with the permissions of the catalogue', async () => {
    const rows = await service.sql('select resource, action, description, msp, client from permissions where tenant = $1', [made.tenant]);
    const byName = (a: { resource: string; action: string }, b: typeof a) =>
      `${a.resource}:${a.action}`.localeCompare(`${b.resource}:${b.action}`);
    expect(rows.sort(byName)).toEqual(
      permissions.map(({ resource, action, description, msp, client }) => ({ resource, action, description, msp, client })).sort(byName),
    );
  });

  it.each(defaultRoles)('starts with the role $role_name of the $portal portal', async (role) => {
    const rows = await service.sql<{ description: string; msp: boolean; client: boolean; permissions: string[] }>(
      `
      select r.description, r.msp, r.client, array_agg(p.resource || ':' || p.action) as permissions
      from roles r join role_permissions rp using (tenant, role_id) join permissions p using (tenant, permission_id)
      where r.tenant = $1 and r.role_name = $2 and r.${role.portal} group by r.tenant, r.role_id, r.description, r.msp, r.client`,
      [made.tenant, role.role_name],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ description: role.description, msp: role.portal === 'msp', client: role.portal === 'client' });
    expect(rows[0]?.permissions.sort()).toEqual([...role.permissions].sort());
  });

  it('tells of itself, its administrator and the key', async () => {
    const events = await service.events(made.tenant);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      [identityEvents.tenantCreated.type, made.tenant],
      [identityEvents.userCreated.type, made.userId],
      [identityEvents.apiKeyCreated.type, expect.any(String)],
    ]);
    expect(events[0]?.data).toEqual({ tenant_id: made.tenant, name: 'Acme IT', slug: 'acme' });
    expect(events[1]?.data).toMatchObject({ username: 'admin', email: 'admin@acme.example', user_type: 'internal', is_inactive: false });
  });

  it('has a slug nobody else has, and leaves nothing behind when refused', async () => {
    const count = async () =>
      (await service.sql('select (select count(*) from users) as users, (select count(*) from outbox) as events'))[0];
    const before = await count();
    await expect(aTenant(service, { name: 'Other', slug: 'acme' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The slug acme is taken',
    });
    expect(await count()).toEqual(before);
  });

  it('gets its slug from its name, and the address that was asked for', async () => {
    const named = await asking(service, identityRpc['admin.tenant-create'], { name: 'Café Zürich', admin_email: 'Ada@Example.org' });
    expect(named).toMatchObject({ tenantSlug: 'cafe-zurich', adminEmail: 'ada@example.org' });
    await expect(asking(service, identityRpc['admin.tenant-create'], { name: 'Cafe Zurich' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await asking(service, identityRpc['admin.tenant-create'], { name: '株式会社' })).toMatchObject({
      tenantSlug: expect.stringMatching(/^tenant-[0-9a-f]{12}$/),
    });
  });

  it('is shut out while it is suspended', async () => {
    const { tenant, apiKey } = await aTenant(service);
    const suspend = () => asking(service, identityRpc['admin.tenant-suspend'], { tenant });
    const resume = () => asking(service, identityRpc['admin.tenant-resume'], { tenant });
    expect(await suspend()).toEqual({ tenant, suspended: true });
    expect(await authenticate(service, apiKey)).toBeNull();
    expect(await suspend()).toEqual({ tenant, suspended: true });
    expect(await resume()).toEqual({ tenant, suspended: false });
    expect(await authenticate(service, apiKey)).not.toBeNull();

    const told = (await service.events(tenant)).slice(3).map(({ type, aggregateversion }) => [type, aggregateversion]);
    expect(told).toEqual([
      [identityEvents.tenantSuspended.type, 2],
      [identityEvents.tenantResumed.type, 3],
    ]);
  });

  it('tells of its suspension only who holds a key of it that is valid else', async () => {
    const { tenant, apiKey } = await aTenant(service);
    await asking(service, identityRpc['admin.tenant-suspend'], { tenant });
    const ask = (parts: { key_id: string; hash: string }, within?: string) =>
      asking(service, identityRpc.authenticateApiKey, { ...parts, ...(within && { tenant: within }) });
    const parts = parseApiKey(apiKey)!;
    expect(await ask(parts)).toEqual({ caller: null, suspended: true });
    expect(await ask(parts, tenant)).toEqual({ caller: null, suspended: true });
    expect(await ask(parts, UNKNOWN)).toEqual({ caller: null });
    expect(await ask({ ...parts, hash: '0'.repeat(64) })).toEqual({ caller: null });
    await service.sql("update api_keys set expires_at = now() - interval '1 second' where tenant = $1", [tenant]);
    expect(await ask(parts)).toEqual({ caller: null });
  });

  it('must exist for the operator to do anything with it', async () => {
    for (const method of ['admin.tenant-suspend', 'admin.tenant-resume', 'admin.key-create', 'admin.key-list'] as const) {
      await expect(asking(service, identityRpc[method], { tenant: UNKNOWN })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Tenant not found',
      });
    }
    await expect(asking(service, identityRpc['admin.key-revoke'], { tenant: UNKNOWN, api_key_id: UNKNOWN })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is listed to the operator by slug, page by page, and found by its slug', async () => {
    const { tenant } = await aTenant(service, { name: 'Aardvark', slug: 'aardvark' });
    await asking(service, identityRpc['admin.tenant-suspend'], { tenant });
    const found = await asking(service, identityRpc['admin.tenant-get'], { slug: 'aardvark' });
    expect(found).toMatchObject({ tenant, slug: 'aardvark', name: 'Aardvark', suspended: true });
    const all = await asking(service, identityRpc['admin.tenant-list'], {});
    expect(all.tenants[0]).toEqual(found);
    expect(all.next).toBeUndefined();
    const first = await asking(service, identityRpc['admin.tenant-list'], { limit: 1 });
    expect(first).toEqual({ tenants: [found], next: 'aardvark' });
    const rest = await asking(service, identityRpc['admin.tenant-list'], { after: 'aardvark' });
    expect(rest.tenants).toEqual(all.tenants.slice(1));
    await expect(asking(service, identityRpc['admin.tenant-get'], { slug: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows the operator its keys without a secret', async () => {
    const { tenant, userId, apiKey, apiKeyId } = await aTenant(service, { name: 'Keys', slug: 'keys' });
    const { api_key_id } = await asking(service, identityRpc['admin.key-create'], { tenant, description: 'Import' });
    await asking(service, identityRpc['admin.key-revoke'], { tenant, api_key_id });
    const listed = await asking(service, identityRpc['admin.key-list'], { tenant });
    expect(listed).toMatchObject({
      has_more: false,
      api_keys: [
        { api_key_id, description: 'Import', username: 'admin', revoked_at: expect.any(String) },
        { api_key_id: apiKeyId, description: 'First key', user_id: userId, revoked_at: null },
      ],
    });
    expect(JSON.stringify(listed)).not.toContain(apiKey.slice(-20));
  });

  it('gets further keys from the operator, for its first administrator or another user, until they are revoked', async () => {
    const { tenant, userId } = made;
    const key = await asking(service, identityRpc['admin.key-create'], { tenant, description: 'Import' });
    expect(await authenticate(service, key.api_key)).toMatchObject({ user_id: userId, credential: { id: key.api_key_id } });
    await expect(asking(service, identityRpc['admin.key-create'], { tenant, user_id: UNKNOWN })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });

    const revoke = () => asking(service, identityRpc['admin.key-revoke'], { tenant, api_key_id: key.api_key_id });
    expect(await revoke()).toEqual({ api_key_id: key.api_key_id, revoked: true });
    expect(await authenticate(service, key.api_key)).toBeNull();
    expect(await revoke()).toEqual({ api_key_id: key.api_key_id, revoked: true });
    await expect(asking(service, identityRpc['admin.key-revoke'], { tenant, api_key_id: UNKNOWN })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('has its users named by their address, and its keys by public part or description, where one alone has it', async () => {
    const { tenant, userId, adminEmail } = await aTenant(service);
    const create = (description: string, user_email: string) =>
      asking(service, identityRpc['admin.key-create'], { tenant, description, user_email });
    const revoke = (key: string) => asking(service, identityRpc['admin.key-revoke'], { tenant, key });
    const first = await create('Import', adminEmail.toUpperCase());
    expect(await authenticate(service, first.api_key)).toMatchObject({ user_id: userId });
    await expect(create('Import', 'nobody@example.org')).rejects.toMatchObject({ code: 'NOT_FOUND' });

    const second = await create('import', adminEmail);
    await expect(revoke('Import')).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(second.api_key_id) });
    expect(await revoke(first.api_key.split('_').slice(0, 2).join('_'))).toEqual({ api_key_id: first.api_key_id, revoked: true });
    expect(await revoke('Import')).toEqual({ api_key_id: second.api_key_id, revoked: true });
    await expect(revoke('Import')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(asking(service, identityRpc['admin.key-revoke'], { tenant })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
