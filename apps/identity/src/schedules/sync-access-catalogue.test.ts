import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permissions } from '@psa/contract-kit';
import { identityEvents } from '@psa/contracts-identity';
import { createLog } from '@psa/observability-kit';
import { readSettings, startService } from '@psa/service-kit';
import { eventually, takeNatsAccount, testEncryptionKeys, TestService, testSettings, testVerifier } from '@psa/test-kit';
import { identityService } from '../identity-service.ts';
import { identitySettings } from '../identity-settings.ts';
import { anAdmin } from '../testing/access.ts';
import { aTenant, authenticate, type MadeTenant } from '../testing/make.ts';

const NEWS = ['webhook:retry', 'time_management:read'];

describe('the permission catalogue', () => {
  let service: TestService;
  let made: MadeTenant;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
  });
  afterAll(() => service.stop());

  /** As if the tenant had been made before these permissions were thought of. */
  const forgetNews = async () => {
    await service.sql(
      `delete from role_permissions rp using permissions p
      where p.tenant = $1 and rp.tenant = p.tenant and rp.permission_id = p.permission_id and p.resource || ':' || p.action = any($2)`,
      [made.tenant, NEWS],
    );
    await service.sql("delete from permissions where tenant = $1 and resource || ':' || action = any($2)", [made.tenant, NEWS]);
    await service.sql("update tenants set access_catalogue = 'old' where tenant_id = $1", [made.tenant]);
  };
  const rows = async () => ({
    permissions: await service.sql('select permission_id, resource, action from permissions where tenant = $1 order by permission_id', [
      made.tenant,
    ]),
    held: await service.sql('select role_id, permission_id from role_permissions where tenant = $1 order by role_id, permission_id', [
      made.tenant,
    ]),
  });
  const roleEvents = async () => (await service.events(made.tenant)).filter(({ type }) => type === identityEvents.roleUpdated.type);

  it('grows in every tenant, with the same ids everywhere it is seeded, and the Admins hold what is new', async () => {
    const before = await rows();
    await forgetNews();
    await service.tick('sync-access-catalogue');
    const after = await rows();
    expect(after.permissions).toEqual(before.permissions);
    expect(after.held).toEqual(before.held);
    expect((await authenticate(service, made.apiKey))?.permissions).toEqual(
      permissions
        .filter(({ msp }) => msp)
        .map(({ name }) => name)
        .sort(),
    );
    const told = (await roleEvents()).map(
      ({ aggregateversion, data }) => `${(data as { role_name: string }).role_name} ${aggregateversion}`,
    );
    expect(told.sort()).toEqual(['Admin 2', 'Admin 2', 'Finance 2', 'User 2']);
  });

  it('reaches the default roles once more with the next release', async () => {
    const before = await rows();
    await forgetNews();
    await service.tick('sync-access-catalogue');
    expect((await rows()).held).toEqual(before.held);
  });

  it('leaves a default role alone that somebody has changed', async () => {
    const other = await aTenant(service);
    const { api } = await anAdmin(service, other.tenant);
    const roles = (await api.get('/api/v1/roles?limit=100')).body.data as { role_id: string; role_name: string }[];
    const { role_id } = roles.find(({ role_name }) => role_name === 'Dispatcher')!;
    const held = () =>
      service.sql('select permission_id from role_permissions where tenant = $1 and role_id = $2', [other.tenant, role_id]);
    const [taken] = await held();
    const removed = await api.delete(`/api/v1/roles/${role_id}/permissions`, { body: { permission_ids: [taken?.permission_id] } });
    expect(removed.status).toBe(200);
    const before = await held();
    await service.sql("update tenants set access_catalogue = 'old' where tenant_id = $1", [other.tenant]);
    await service.tick('sync-access-catalogue');
    expect(await held()).toEqual(before);
  });

  it('changes nothing where it is known', async () => {
    const [before, events] = [await rows(), await roleEvents()];
    await service.sql("update tenants set access_catalogue = 'of another release' where tenant_id = $1", [made.tenant]);
    await service.tick('sync-access-catalogue');
    await service.tick('sync-access-catalogue');
    expect(await rows()).toEqual(before);
    expect(await roleEvents()).toEqual(events);
  });

  it('is brought to tenants when a release starts', async () => {
    await forgetNews();
    const { appUrl, workerUrl } = service.database;
    const next = await startService(identityService, {
      settings: {
        PSA_HTTP_HOST: '127.0.0.1',
        PSA_HTTP_PORT: 0,
        PSA_ADMIN_PORT: 0,
        PSA_LOG_LEVEL: 'error',
        PSA_DRAIN_SECONDS: 0,
        PSA_VERSION: 'test',
        PSA_NATS_URL: await takeNatsAccount(),
        PSA_NATS_REPLICAS: 1,
        PSA_DATABASE_URL: appUrl,
        PSA_WORKER_DATABASE_URL: workerUrl,
        PSA_DATABASE_POOLER: false,
        PSA_DATABASE_POOL: 4,
        PSA_JWKS_URL: 'http://127.0.0.1:1/unused',
        PSA_ENCRYPTION_KEYS: testEncryptionKeys,
        ...readSettings(identitySettings, { ...testSettings }),
      },
      verify: await testVerifier('identity'),
      log: createLog('identity', 'silent'),
    });
    try {
      await eventually(
        async () =>
          (await service.sql("select 1 from tenants where tenant_id = $1 and access_catalogue <> 'old'", [made.tenant])).length === 1,
      );
      expect((await authenticate(service, made.apiKey))?.permissions).toContain('webhook:retry');
    } finally {
      await next.stop();
    }
  });
});
