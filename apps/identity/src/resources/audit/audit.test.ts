import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenantId } from '@psa/contract-kit';
import { type AuditEvent, identityRpc } from '@psa/contracts-identity';
import { requestOrigin } from '@psa/http-kit';
import { Database } from '@psa/postgres-kit';
import { type TestApi, TestService } from '@psa/test-kit';
import { tenantDb } from '../../identity-app.ts';
import { identityService } from '../../identity-service.ts';
import { asking, aTenant, aUser, type MadeTenant } from '../../testing/make.ts';
import { type AuditEntry, audit } from './audit.ts';

const REFUSED = '42501';

describe('the audit log', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    api = service.api(await aUser(service, made.tenant, { permissions: ['security_settings:read', 'role:read'] }));
  });
  afterAll(() => service.stop());

  const by = (userId: string) => ({
    actor: { id: userId, type: 'user' as const },
    correlationId: `request-${userId}`,
    origin: requestOrigin({ 'x-forwarded-for': '192.0.2.7', 'user-agent': 'Tester/1.0' }),
  });
  const write = (userId: string, entry: AuditEntry, fail = false) =>
    tenantDb({ database: service.running.database }, tenantId(made.tenant), by(userId)).transaction(async (tx) => {
      audit(tx, entry);
      if (fail) throw new Error('the change failed');
    });
  const read = async (query: Record<string, string>, path = '/api/v1/audit-events'): Promise<AuditEvent[]> =>
    (await api.get(path, { query })).body.data;

  it('says what was changed, by whom, from where and by which request, without the values', async () => {
    const [actor, subject] = [randomUUID(), randomUUID()];
    await write(actor, {
      event_type: 'user_updated',
      record_id: subject,
      subject_user_id: subject,
      before: { email: 'a@example.com', phone: null },
      after: { email: 'b@example.com', phone: null },
    });
    const [event, ...others] = await read({ subject_user_id: subject });
    expect(others).toEqual([]);
    expect(event).toEqual({
      audit_id: expect.any(String),
      event_type: 'user_updated',
      operation: 'update',
      table_name: 'users',
      record_id: subject,
      user_id: actor,
      actor_type: 'user',
      subject_user_id: subject,
      ip_address: '192.0.2.7',
      user_agent: 'Tester/1.0',
      request_id: `request-${actor}`,
      changed_fields: ['email'],
      before_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      after_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      details: {},
      tenant: made.tenant,
      created_at: expect.any(String),
    });
    expect(JSON.stringify(await service.sql('select * from audit_events where subject_user_id = $1', [subject]))).not.toContain(
      '@example.com',
    );
  });

  it('is written with the change or not at all', async () => {
    const actor = randomUUID();
    await expect(write(actor, { event_type: 'role_created', record_id: randomUUID() }, true)).rejects.toThrow('the change failed');
    expect(await read({ user_id: actor })).toEqual([]);
  });

  it.each([
    ["update identity.audit_events set event_type = 'login' where tenant = $1"],
    ['delete from identity.audit_events where tenant = $1'],
    ['truncate identity.audit_events'],
  ])('is refused by the database itself: %s', async (statement) => {
    await write(randomUUID(), { event_type: 'role_created', record_id: randomUUID() });
    const count = async () => (await service.sql<{ count: string }>('select count(*) from audit_events'))[0];
    const before = await count();
    for (const url of [service.database.appUrl, service.database.workerUrl, service.database.adminUrl]) {
      const database = new Database({ url });
      await expect(database.query(statement, statement.includes('$1') ? [made.tenant] : [])).rejects.toMatchObject({ code: REFUSED });
      await database.close();
    }
    expect(await count()).toEqual(before);
  });

  it('is filtered by everything it names', async () => {
    const [actor, record] = [randomUUID(), randomUUID()];
    await write(actor, { event_type: 'role_created', record_id: record });
    await write(actor, { event_type: 'login', record_id: randomUUID() });
    const [login, role] = (await read({ user_id: actor })) as [AuditEvent, AuditEvent];
    expect([login.event_type, role.event_type]).toEqual(['login', 'role_created']);
    const found: Record<string, string>[] = [
      { event_type: 'role_created' },
      { operation: 'create', table_name: 'roles' },
      { record_id: record },
      { request_id: role.request_id, table_name: 'roles' },
      { search: record },
      { ip_address: '192.0.2.7', event_type: 'role_created' },
    ];
    for (const query of found) expect(await read({ user_id: actor, ...query })).toEqual([role]);
    const later = new Date(Date.parse(login.created_at) + 1).toISOString();
    expect(await read({ user_id: actor, start_date: later })).toEqual([]);
    expect(await read({ user_id: actor, end_date: later })).toHaveLength(2);
    expect(await read({ user_id: actor, operation: 'delete' })).toEqual([]);
    expect((await api.get('/api/v1/audit-events', { query: { operation: 'drop' } })).body.error.details).toMatchObject([
      { path: ['operation'] },
    ]);
  });

  it('shows who may read roles only what decides who may do what', async () => {
    const actor = randomUUID();
    await write(actor, { event_type: 'role_assigned', record_id: randomUUID(), details: { role_id: 'x' } });
    await write(actor, { event_type: 'login', record_id: randomUUID() });
    expect((await read({ user_id: actor }, '/api/v1/rbac/audit')).map(({ event_type }) => event_type)).toEqual(['role_assigned']);
  });

  it('is read page by page', async () => {
    const actor = randomUUID();
    for (let index = 0; index < 5; index++) await write(actor, { event_type: 'logout', record_id: String(index) });
    const first = await api.get('/api/v1/audit-events', { query: { user_id: actor, limit: '2', order: 'asc' } });
    expect(first.body.pagination).toMatchObject({ total: 5, totalPages: 3, hasNext: true });
    const second = await api.get('/api/v1/audit-events', {
      query: { user_id: actor, limit: '2', order: 'asc', cursor: first.body.pagination.next_cursor },
    });
    expect(second.body.data.map(({ record_id }: AuditEvent) => record_id)).toEqual(['2', '3']);
  });

  it('has what was done with keys and tenants', async () => {
    const other = await aTenant(service);
    const admin = service.api(await aUser(service, other.tenant, { role: { portal: 'msp', role_name: 'Admin' } }));
    const { api_key_id } = (await admin.post('/api/v1/api-keys', {})).body.data;
    await admin.post(`/api/v1/api-keys/${api_key_id}/rotate`, {});
    await admin.delete(`/api/v1/api-keys/${api_key_id}`);
    await admin.delete(`/api/v1/api-keys/${api_key_id}`);
    await asking(service, identityRpc['admin.tenant-suspend'], { tenant: other.tenant });
    const rows = await service.sql(
      'select event_type, actor_type, subject_user_id = $2 as by_them from audit_events where tenant = $1 order by created_at, audit_id',
      [other.tenant, admin.caller?.userId],
    );
    expect(rows.map(({ event_type, actor_type, by_them }) => [event_type, actor_type, by_them])).toEqual([
      ['tenant_created', 'system', null],
      ['user_created', 'system', false],
      ['role_assigned', 'system', false],
      ['api_key_created', 'system', false],
      ['api_key_created', 'api_key', true],
      ['api_key_rotated', 'api_key', true],
      ['api_key_revoked', 'api_key', true],
      ['tenant_suspended', 'system', null],
    ]);
  });
});
