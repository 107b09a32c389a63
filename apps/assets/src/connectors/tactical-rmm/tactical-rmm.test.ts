import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Egress, egressPolicy } from '@psa/egress-kit';
import type { ConnectorError, RmmConnector } from '../../ports/rmm-connector.ts';
import { anAgent, FakeTacticalRmm } from '../../testing/fake-tactical-rmm.ts';
import { tacticalRmm, WEBHOOK_SECRET_HEADER } from './tactical-rmm.ts';

describe('the connector to Tactical RMM', () => {
  const egress = new Egress({ policy: egressPolicy('127.0.0.1') });
  let fake: FakeTacticalRmm;
  let instanceUrl: string;
  let connector: RmmConnector;

  beforeAll(async () => {
    fake = new FakeTacticalRmm();
    instanceUrl = await fake.start();
  });
  afterAll(async () => {
    await egress.close();
    await fake.stop();
  });
  beforeEach(() => {
    fake.agents = [anAgent()];
    fake.asked = [];
    fake.broken.clear();
    connector = tacticalRmm(egress, { instanceUrl, apiKey: fake.apiKey, webhookSecret: 'hook' });
  });

  const { agent_id } = anAgent();
  const faultOf = async (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      ({ fault, message }: ConnectorError) => [fault, message],
    );

  it('proves the address and the key', async () => {
    await expect(connector.testConnection()).resolves.toBeUndefined();
    const [fault] = (await faultOf(tacticalRmm(egress, { instanceUrl, apiKey: 'wrong' }).testConnection())) ?? [];
    expect(fault).toBe('unauthorized');
  });

  it('lists clients as scopes', async () => {
    expect(await connector.listScopes(null)).toEqual({ items: [{ externalScopeId: '7', name: 'Acme' }], nextCursor: null });
  });

  it('lists agents in the words of the product', async () => {
    fake.agents.push(
      anAgent({
        agent_id: 'server-1',
        hostname: 'DC',
        client_name: 'Elsewhere',
        monitoring_type: 'server',
        plat: 'linux',
        status: 'overdue',
        serial_number: 'None',
      }),
    );
    const { items, nextCursor } = await connector.listDevices(null, null, null);
    expect(nextCursor).toBeNull();
    expect(items[0]).toMatchObject({
      externalDeviceId: agent_id,
      externalScopeId: '7',
      scopeName: 'Acme',
      lifecycle: 'active',
      assetType: 'workstation',
      displayName: 'FRONT-DESK',
      serialNumber: 'PF-123',
      agentStatus: 'online',
      lastSeenAt: '2026-11-20T09:15:00.123Z',
      software: null,
      extension: {
        os_type: 'Windows',
        os_version: expect.stringContaining('Windows 11') as unknown,
        agent_version: '2.8.0',
        current_user: 'jane',
        lan_ip: '10.0.5.20',
        wan_ip: '93.184.215.14',
        cpu_model: 'Intel(R) Core(TM) i7-1365U',
        last_reboot_at: new Date(1_795_000_000_000).toISOString(),
        storage: [],
        pending_patches: null,
      },
    });
    expect(items[1]).toMatchObject({
      externalScopeId: null,
      scopeName: 'Elsewhere',
      lifecycle: 'offline',
      assetType: 'server',
      agentStatus: 'overdue',
      serialNumber: null,
    });
  });

  it("lists one client's agents", async () => {
    fake.agents.push(anAgent({ agent_id: 'other', client_name: 'Elsewhere' }));
    expect((await connector.listDevices('7', null, null)).items.map(({ externalDeviceId }) => externalDeviceId)).toEqual([agent_id]);
  });

  it('reads one agent with its hardware, software and patches', async () => {
    fake.software.set(agent_id, [
      { name: '7-Zip 24.07 (x64)', version: '24.07', publisher: 'Igor Pavlov', install_date: '2026-02-03', size: '5.6 MB' },
      { name: 'Bad\0 name', version: '', publisher: null, install_date: '01-1-01 00:00:00 +0000 UTC', size: '0 B' },
      { version: 'without a name' },
    ]);
    fake.updates.set(agent_id, [
      { installed: true, action: 'approve', result: 'success' },
      { installed: false, action: 'approve', result: 'failed' },
      { installed: false, action: 'nothing', result: 'n/a' },
      { installed: false, action: 'ignore', result: 'failed' },
    ]);
    const device = await connector.getDevice(agent_id);
    expect(device?.extension).toMatchObject({
      memory_total_gb: 16,
      storage: [{ name: 'C:', total_gb: 237.9, free_gb: 101.2, utilization_percent: 57 }],
      pending_patches: 2,
      failed_patches: 1,
    });
    expect(device?.software).toEqual([
      {
        name: '7-Zip 24.07 (x64)',
        version: '24.07',
        publisher: 'Igor Pavlov',
        install_date: '2026-02-03T00:00:00.000Z',
        size_bytes: 5_872_026,
      },
      { name: 'Bad name', version: null, publisher: null, install_date: null, size_bytes: 0 },
    ]);
    expect(await connector.getDevice('gone')).toBeNull();
  });

  it('leaves out agents that make no sense instead of giving up', async () => {
    fake.agents.push({ agent_id: '../../clients', hostname: 'X' }, { agent_id: 'nameless' } as never, {
      agent_id: 'bare',
      hostname: 'Bare',
    });
    const { items } = await connector.listDevices(null, null, null);
    expect(items.map(({ externalDeviceId }) => externalDeviceId)).toEqual([agent_id, 'bare']);
    expect(items[1]).toMatchObject({
      agentStatus: 'unknown',
      lifecycle: 'offline',
      lastSeenAt: null,
      serialNumber: null,
      extension: { os_type: null, lan_ip: null },
    });
  });

  it('restarts a device', async () => {
    expect(await connector.runAction(agent_id, { kind: 'reboot' })).toMatchObject({ jobId: null });
    expect(fake.asked).toMatchObject([{ method: 'POST', path: `/agents/${agent_id}/reboot/` }]);
  });

  it('passes on why the server will not', async () => {
    fake.broken.set(`/agents/${agent_id}/reboot/`, { status: 400, body: '"Unable to contact the agent"' });
    expect(await faultOf(connector.runAction(agent_id, { kind: 'reboot' }))).toEqual(['refused', 'Unable to contact the agent']);
  });

  it('runs a saved script with what was saved with it', async () => {
    expect((await connector.runAction(agent_id, { kind: 'script', scriptId: '3' })).message).toBe('will now be run on FRONT-DESK');
    expect(fake.asked.at(-1)).toMatchObject({
      path: `/agents/${agent_id}/runscript/`,
      body: { script: 3, output: 'forget', args: ['-Force'], run_as_user: false, env_vars: [], timeout: 120 },
    });
    for (const scriptId of ['99', 'clear', '3/../4']) {
      expect(await faultOf(connector.runAction(agent_id, { kind: 'script', scriptId }))).toEqual(['refused', 'There is no such script']);
    }
  });

  it('offers the screen and the shell of a device, and nothing it does not have', async () => {
    expect(await connector.remoteControlUrl(agent_id, 'vnc')).toMatchObject({ url: expect.stringContaining('viewmode=11') as unknown });
    expect(await connector.remoteControlUrl(agent_id, 'shell')).toMatchObject({ url: expect.stringContaining('viewmode=12') as unknown });
    expect(await connector.remoteControlUrl(agent_id, 'teamviewer')).toBeNull();
  });

  it('lists alerts since a moment, and resolves one', async () => {
    const alert = (id: number, alert_time: string) => ({
      id,
      agent_id,
      severity: 'error',
      message: 'Disk is full',
      alert_time,
      resolved: false,
    });
    fake.alerts = [alert(1, '2026-11-01T00:00:00Z'), alert(2, '2026-11-20T00:00:00Z')];
    expect(await connector.listAlerts('2026-11-10T00:00:00.000Z')).toEqual([
      {
        externalAlertId: '2',
        externalDeviceId: agent_id,
        severity: 'critical',
        message: 'Disk is full',
        raisedAt: '2026-11-20T00:00:00.000Z',
        isResolved: false,
      },
    ]);
    await connector.resetAlert('2');
    expect(fake.asked.at(-1)).toEqual({ method: 'PUT', path: '/alerts/2/', body: { type: 'resolve' } });
  });

  it('knows its own webhooks', () => {
    expect(connector.verifyWebhook({ [WEBHOOK_SECRET_HEADER]: 'hook' }, Buffer.from(''))).toBe(true);
    expect(connector.verifyWebhook({ [WEBHOOK_SECRET_HEADER]: 'hooked' }, Buffer.from(''))).toBe(false);
    expect(connector.verifyWebhook({}, Buffer.from(''))).toBe(false);
    expect(tacticalRmm(egress, { instanceUrl, apiKey: 'k' }).verifyWebhook({ [WEBHOOK_SECRET_HEADER]: '' }, Buffer.from(''))).toBe(false);
    expect(
      connector.normalizeEvent({
        agent_id,
        alert_id: 5,
        event: 'resolve',
        severity: 'warning',
        message: 'Back',
        alert_time: '2026-11-20T00:00:00Z',
      }),
    ).toEqual({
      kind: 'alert_resolved',
      externalDeviceId: agent_id,
      alert: {
        externalAlertId: '5',
        externalDeviceId: agent_id,
        severity: 'moderate',
        message: 'Back',
        raisedAt: '2026-11-20T00:00:00.000Z',
        isResolved: true,
      },
    });
    expect(connector.normalizeEvent('hello')).toBeNull();
  });

  it.each([
    [
      'a redirect',
      { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
      "The server answers from elsewhere: give the address of Tactical RMM's API itself",
    ],
    ['an error of the server', { status: 500, body: 'oops' }, 'The server answered with status 500'],
    ['a page', { status: 200, body: '<html>' }, 'The server did not answer as Tactical RMM does'],
    ['an object instead of a list', { status: 200, body: '{"agents":[]}' }, 'The server did not answer as Tactical RMM does'],
  ])('takes %s for no answer', async (_, answer, message) => {
    fake.broken.set('/agents/', answer);
    expect(await faultOf(connector.listDevices(null, null, null))).toEqual(['unreachable', message]);
  });

  it('does not talk to private addresses nobody allowed, nor to nobody', async () => {
    const strict = tacticalRmm(new Egress({ policy: egressPolicy('') }), { instanceUrl, apiKey: fake.apiKey });
    expect((await faultOf(strict.testConnection()))?.[0]).toBe('forbidden_address');
    const nobody = tacticalRmm(egress, { instanceUrl: 'http://127.0.0.1:1', apiKey: fake.apiKey });
    expect((await faultOf(nobody.testConnection()))?.[0]).toBe('unreachable');
  });
});
