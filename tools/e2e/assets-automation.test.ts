import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, TestService } from '@psa/test-kit';
import { Webhook } from 'standardwebhooks';
import { assetsService } from '../../apps/assets/src/assets-service.ts';
import { automationService } from '../../apps/automation/src/automation-service.ts';
import { fakes, testSettings } from '../../apps/automation/src/testing/fakes.ts';
import { WebhookReceiver } from '../../apps/automation/src/testing/webhook-receiver.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';

/** The services as in production, each on its own database, meeting only in NATS. */
describe('an asset that is created', () => {
  let running: Record<'clients' | 'assets' | 'automation', TestService>;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    const clients = await TestService.start(clientsService);
    const { natsUrl } = clients;
    const [assets, automation] = await Promise.all([
      TestService.start(assetsService, { natsUrl }),
      TestService.start(automationService, { natsUrl, ports: fakes, settings: testSettings }),
    ]);
    running = { clients, assets, automation };
  });
  afterAll(async () => {
    await Promise.all(Object.values(running).map((service) => service.stop()));
    await receiver.stop();
  });

  it('has a rule call its receiver, which knows it for genuine', async () => {
    const me = caller();
    const [clients, assets, automation] = [running.clients.api(me), running.assets.api(me), running.automation.api(me)];
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const rule = await automation.post('/api/v1/automation/rules', {
      name: 'Tell of servers',
      status: 'active',
      trigger_type: 'event_based',
      trigger_config: { event_type: 'asset.created' },
      conditions: [
        { field: 'event.data.asset_type', operator: 'equals', value: 'server' },
        { field: 'event.data.asset_tag', operator: 'regex_match', value: '^SRV-\\d+$' },
      ],
      actions: [
        {
          type: 'webhook_call',
          order: 1,
          config: {
            url: receiver.url('/assets'),
            signing_secret: secret,
            body: { asset_id: '{{event.data.asset_id}}', name: '{{event.data.name}}' },
          },
        },
      ],
    });
    expect({ status: rule.status, text: rule.text }).toMatchObject({ status: 201 });
    const client_id = (await clients.post('/api/v1/clients', { client_name: 'Acme', billing_cycle: 'monthly' })).body.data
      .client_id as string;
    const make = async (asset_type: string, asset_tag: string) =>
      (await assets.post('/api/v1/assets', { client_id, asset_type, asset_tag, name: asset_tag, status: 'active' })).body.data.data
        .asset_id as string;
    await make('printer', 'SRV-1');
    const assetId = await make('server', 'SRV-2');
    await make('server', 'X-3');

    await eventually(() => receiver.at('/assets').length > 0);
    const [call] = receiver.at('/assets');
    expect(new Webhook(secret).verify(call?.body ?? '', call?.headers as Record<string, string>)).toEqual({
      asset_id: assetId,
      name: 'SRV-2',
    });
    await eventually(
      async () =>
        (await automation.get('/api/v1/automation/executions')).body.data.filter(
          ({ status }: { status: string }) => status !== 'pending' && status !== 'running',
        ).length === 3,
    );
    expect(receiver.at('/assets')).toHaveLength(1);
    const { data } = (await automation.get('/api/v1/automations/statistics')).body;
    expect(data).toMatchObject({ active_rules: 1, successful_executions: 1, total_executions: 3 });
  });

  it('has a rule change it and its client by commands to their owners, who refuse what their API refuses', async () => {
    const me = caller();
    const [clients, assets, automation] = [running.clients.api(me), running.assets.api(me), running.automation.api(me)];
    const update = (table: string, id: string, data: object) => ({
      type: 'database_update',
      config: { table, operation: 'update', conditions: { id }, data },
    });
    await automation.post('/api/v1/automation/rules', {
      name: 'Book in',
      status: 'active',
      trigger_type: 'event_based',
      trigger_config: { event_type: 'asset.created' },
      actions: [
        { ...update('assets', '{{event.data.asset_id}}', { location: 'Store' }), order: 1 },
        { ...update('clients', '{{event.data.client_id}}', { notes: 'Has {{event.data.asset_tag}}' }), order: 2 },
        { ...update('assets', '{{event.data.asset_id}}', { colour: 'red' }), order: 3 },
      ],
    });
    const client_id = (await clients.post('/api/v1/clients', { client_name: 'Acme', billing_cycle: 'monthly' })).body.data
      .client_id as string;
    const { asset_id } = (
      await assets.post('/api/v1/assets', { client_id, asset_type: 'server', asset_tag: 'SRV-9', name: 'Server', status: 'active' })
    ).body.data.data;
    const [execution] = await eventually(async () => {
      const { data } = (await automation.get('/api/v1/automation/executions', { query: { status: 'failed' } })).body;
      return data.length === 1 && (data as Record<string, unknown>[]);
    });
    expect(execution).toMatchObject({ actions_successful: 2, failed_action_index: 2, error_message: expect.stringMatching(/colour/) });
    const { body, headers } = await assets.get(`/api/v1/assets/${asset_id}`);
    expect([body.data.data.location, headers.get('etag')]).toEqual(['Store', expect.stringMatching(/^"2-/)]);
    expect((await clients.get(`/api/v1/clients/${client_id}`)).body.data).toMatchObject({ notes: 'Has SRV-9' });
  });
});
