import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rmmEvents } from '@psa/contracts-assets';
import { webhookEvents } from '@psa/contracts-automation';
import { clientEvents } from '@psa/contracts-clients';
import { eventually, type TestApi, TestService } from '@psa/test-kit';
import { identityService } from '../identity-service.ts';
import { aTenant, aUser, type MadeTenant } from '../testing/make.ts';

describe('the audit log of changes in other services', () => {
  let service: TestService;
  let made: MadeTenant;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(identityService);
    made = await aTenant(service);
    api = service.api(await aUser(service, made.tenant, { permissions: ['security_settings:read'] }));
  });
  afterAll(() => service.stop());

  const read = async (event_type: string) => (await api.get('/api/v1/audit-events', { query: { event_type } })).body.data;

  it('says which members of a webhook were changed, and by which event', async () => {
    const webhook_id = randomUUID();
    const data = { webhook_id, name: 'Chat', is_active: true, event_types: ['asset.created'], changed: ['url', 'name'] };
    const event_id = await service.publish(made.tenant, webhookEvents.updated, data, 2);
    const [entry] = await eventually(async () => {
      const rows = await read('webhook_updated');
      return rows.length > 0 ? rows : undefined;
    });
    expect(entry).toMatchObject({
      operation: 'update',
      table_name: 'webhooks',
      record_id: webhook_id,
      changed_fields: ['name', 'url'],
      details: { event_id, occurred_at: expect.any(String) },
    });
  });

  it('has what was deleted, and where data comes from', async () => {
    const client_id = randomUUID();
    await service.publish(made.tenant, clientEvents.deleted, { client_id }, 2);
    await service.publish(made.tenant, rmmEvents.configured, { provider: 'tactical_rmm', changed: ['api_key'] });
    await eventually(async () => (await read('client_deleted')).length === 1 && (await read('rmm_integration_configured')).length === 1);
    expect(await read('client_deleted')).toMatchObject([{ record_id: client_id, changed_fields: [] }]);
    expect(await read('rmm_integration_configured')).toMatchObject([{ record_id: 'tactical_rmm', changed_fields: ['api_key'] }]);
  });
});
