import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import type { Mailer } from '@psa/mail-kit';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { assetsService } from '../../apps/assets/src/assets-service.ts';
import { automationService } from '../../apps/automation/src/automation-service.ts';
import { fakes, testSettings } from '../../apps/automation/src/testing/fakes.ts';
import { billingService } from '../../apps/billing/src/billing-service.ts';
import { assignLine } from '../../apps/billing/src/testing/invoice.fixtures.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { makeClient } from '../../apps/clients/src/testing/make.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { standardSet } from '../../apps/desk/src/testing/make-ticket.ts';

const BASE = '/api/v1/workflows';
const PERIOD = { period_start: '2026-10-01T00:00:00Z', period_end: '2026-11-01T00:00:00Z' };
const SOON = () => new Date(Date.now() + 500).toISOString();

interface Task {
  readonly task_id: string;
  readonly title: string;
  readonly form_definition: { readonly properties?: Record<string, unknown> } | null;
}

/** The services as in production, each on its own database, meeting only in NATS. */
describe('templates of workflows', () => {
  let running: TestService[];
  let api: TestApi;
  let desk: TestApi;
  let assets: TestApi;
  let billing: TestApi;
  let clients: TestApi;
  const mails: string[] = [];
  const mailer: Mailer = {
    async send({ to }) {
      mails.push(...[to].flat());
    },
  };
  let clientId: string;
  let parameters: Record<string, string>;
  const me = caller();

  beforeAll(async () => {
    const clientsRunning = await TestService.start(clientsService);
    const { natsUrl } = clientsRunning;
    const [deskRunning, assetsRunning, billingRunning, automation] = await Promise.all([
      TestService.start(deskService, { natsUrl }),
      TestService.start(assetsService, { natsUrl }),
      TestService.start(billingService, { natsUrl }),
      TestService.start(automationService, { natsUrl, ports: { ...fakes, mailer }, settings: testSettings }),
    ]);
    running = [automation, billingRunning, assetsRunning, deskRunning, clientsRunning];
    api = automation.api(me);
    desk = deskRunning.api(me);
    assets = assetsRunning.api(me);
    billing = billingRunning.api(me);
    clients = clientsRunning.api(me);
    const lead = { user_id: me.userId, username: 'lead', email: 'lead@example.com', first_name: 'Lee', last_name: null };
    await deskRunning.publish(me.tenant, identityEvents.userCreated, { ...lead, user_type: 'internal', is_inactive: false });
    await deskRunning.settled();
    clientId = (await makeClient(clients)).client_id;
    const { channel, priorities } = await standardSet(desk);
    parameters = { channel_id: channel.channel_id, priority_id: priorities[0]?.priority_id as string, approver_id: me.userId };
  });
  afterAll(() => Promise.all(running.map((service) => service.stop())));

  const read = async (id: string) => (await api.get(`${BASE}/executions/${id}`)).body.data;

  /** @param times that are taken in place of those of the template */
  async function start(template: string, context: object, times: Readonly<Record<string, string>> = {}): Promise<string> {
    const found = (await api.get(`${BASE}/templates?search=${encodeURIComponent(template)}`)).body.data[0];
    const demanded = Object.keys((found.parameter_schema as { properties: object }).properties);
    const code = JSON.stringify(found.definition).replaceAll(/P(?:\d+D|T\d+H)/g, (time) => times[time] ?? time);
    const used = await api.post(`${BASE}/registrations`, {
      status: 'active',
      source_template_id: found.template_id,
      code,
      parameters: Object.fromEntries(
        demanded.map((name) => [name, { ...parameters, lead_id: me.userId, manager_email: 'm@example.com' }[name]]),
      ),
      name: `${template} ${Date.now()}`,
    });
    expect({ status: used.status, text: used.text }).toMatchObject({ status: 201 });
    const made = await api.post(`${BASE}/executions`, {
      workflow_name: used.body.data.name,
      context_data: { client_id: clientId, ...context },
    });
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
    return made.body.data.execution_id;
  }

  /** Does every task there is with these answers, until the execution has ended. @returns the titles in their order */
  async function workOff(id: string, answers: Record<string, unknown> = {}): Promise<string[]> {
    const done: string[] = [];
    await eventually(async () => {
      const tasks = (await api.get(`${BASE}/tasks?execution_id=${id}&limit=100`)).body.data as Task[];
      for (const { task_id, title, form_definition } of tasks) {
        await api.post(`${BASE}/tasks/${task_id}/claim`);
        const formData = Object.fromEntries(
          Object.keys(form_definition?.properties ?? {}).flatMap((name) => (name in answers ? [[name, answers[name]]] : [])),
        );
        const { status, text } = await api.post(`${BASE}/tasks/${task_id}/complete`, { formData });
        if (status !== 200) throw new Error(text);
        done.push(title);
      }
      const { status } = await read(id);
      return status === 'completed' || status === 'failed';
    }, 20_000);
    return done;
  }

  async function completed(id: string): Promise<void> {
    const { status, error_message } = await read(id);
    expect({ status, error_message }).toEqual({ status: 'completed', error_message: null });
  }

  /** Steps whose action was done, in their order. */
  async function stepsDone(id: string): Promise<string[]> {
    const { data } = (await api.get(`${BASE}/events?execution_id=${id}&event_name=action_succeeded&sort=position&order=asc`)).body;
    return data.map(({ step }: { step: string }) => step);
  }

  async function ticketOf(id: string): Promise<{ title: string; is_closed: boolean }> {
    const { data } = (await api.get(`${BASE}/events?execution_id=${id}&limit=100`)).body;
    const opened = data.find(
      ({ step, event_name }: { step: string; event_name: string }) => step === 'open' && event_name === 'action_succeeded',
    );
    const ticket = (await desk.get(`/api/v1/tickets/${opened.payload.output.id}`)).body.data;
    return { title: ticket.title, is_closed: ticket.closed_at !== null };
  }

  it('onboard a person', async () => {
    const id = await start('Onboard a person', { person_name: 'Ann' });
    const titles = await workOff(id, { job_title: 'Clerk', needs_device: true });
    await completed(id);
    expect([...titles].sort()).toEqual([
      'Assign licences to Ann',
      'Create the accounts of Ann (Clerk)',
      'Set up a device for Ann',
      'What does Ann need?',
    ]);
    expect(await ticketOf(id)).toEqual({ title: 'Onboard Ann', is_closed: true });
  });

  it('offboard a person after the last day', async () => {
    const id = await start('Offboard a person', { person_name: 'Ben', last_day: SOON() });
    expect(await workOff(id)).toHaveLength(3);
    await completed(id);
    expect(await ticketOf(id)).toMatchObject({ is_closed: true });
  });

  it('set up a client, unless there is no contract', async () => {
    const id = await start('Set up a new client', { client_name: 'Acme', review_at: SOON() });
    expect((await workOff(id, { signed: true })).at(-1)).toBe('Review the first weeks with Acme');
    await completed(id);
    const unsigned = await start('Set up a new client', { client_name: 'Acme', review_at: SOON() });
    await workOff(unsigned, { signed: false });
    expect(await read(unsigned)).toMatchObject({ status: 'failed', error_message: 'There is no signed contract' });
    expect(await ticketOf(unsigned)).toMatchObject({ is_closed: true });
  });

  it('approve a change and back out of one that fails', async () => {
    const id = await start('Approve a change', { change: 'New firewall', window_start: SOON() });
    await workOff(id, { approved: true, succeeded: true });
    await completed(id);
    const bad = await start('Approve a change', { change: 'Bad idea', window_start: SOON() });
    expect((await workOff(bad, { approved: true, succeeded: false, notes: 'No' })).at(-1)).toBe('Back out of the change: Bad idea');
    expect(await read(bad)).toMatchObject({ status: 'failed' });
    const refused = await start('Approve a change', { change: 'Refused', window_start: SOON() });
    expect(await workOff(refused, { approved: false })).toHaveLength(1);
  });

  it('run a patch window', async () => {
    const id = await start('Patch window', { window_start: SOON() });
    expect(await workOff(id, { succeeded: false, notes: 'Printer' })).toContain('Repair what the patches broke: Printer');
    await completed(id);
    expect(await ticketOf(id)).toMatchObject({ is_closed: true });
  });

  it('escalate a ticket, and no longer once it is closed', async () => {
    const { channel, priorities } = await standardSet(desk);
    const ticket = { title: 'Slow', channel_id: channel.channel_id, client_id: clientId, priority_id: priorities[0]?.priority_id };
    const { ticket_id } = (await desk.post('/api/v1/tickets', ticket)).body.data;
    const id = await start('Escalate a ticket', { ticket_id });
    await eventually(async () => (await read(id)).current_state === 'first');
    const statuses = (await desk.get(`/api/v1/statuses?channel_id=${channel.channel_id}`)).body.data;
    const closed = statuses.find(({ is_closed }: { is_closed: boolean }) => is_closed);
    expect((await desk.put(`/api/v1/tickets/${ticket_id}/status`, { status_id: closed.status_id })).status).toBe(200);
    await workOff(id);
    await completed(id);
  });

  it('respond to a security incident', async () => {
    const id = await start('Respond to a security incident', { summary: 'Odd mails' });
    expect(await workOff(id, { confirmed: true })).toHaveLength(5);
    await completed(id);
    const alarm = await start('Respond to a security incident', { summary: 'Nothing' });
    expect(await workOff(alarm, { confirmed: false })).toHaveLength(1);
    await completed(alarm);
  });

  it('escalate a ticket that nobody closes: to the lead, and to the manager after that', async () => {
    const { channel, priorities } = await standardSet(desk);
    const ticket = { title: 'Forgotten', channel_id: channel.channel_id, client_id: clientId, priority_id: priorities[0]?.priority_id };
    const { ticket_id } = (await desk.post('/api/v1/tickets', ticket)).body.data;
    const id = await start('Escalate a ticket', { ticket_id }, { PT4H: 'PT1S', PT2H: 'PT1S' });
    await eventually(async () => !['pending', 'running'].includes((await read(id)).status), 20_000);
    await completed(id);
    expect((await desk.get(`/api/v1/tickets/${ticket_id}`)).body.data).toMatchObject({ assigned_to: me.userId, closed_at: null });
    const tasks = (await api.get(`${BASE}/tasks?execution_id=${id}&scope=all`)).body.data;
    expect(tasks).toMatchObject([{ title: 'Escalated: look at the ticket', status: 'expired', assigned_users: [me.userId] }]);
    expect(await stepsDone(id)).toEqual(['assign', 'tell']);
    expect(mails).toEqual(['m@example.com']);
  });

  it('generate an invoice and have it approved', async () => {
    await assignLine(billing, {}, { client_id: clientId });
    const id = await start('Approve an invoice', PERIOD);
    const titles = await workOff(id, { approved: true });
    await completed(id);
    const invoice_id = titles[0]?.replace('Approve the invoice ', '');
    expect(titles).toEqual([`Approve the invoice ${invoice_id}`, `Finalize and send the invoice ${invoice_id}`]);
    const invoice = (await billing.get(`/api/v1/invoices/${invoice_id}`)).body.data;
    expect(invoice).toMatchObject({ client_id: clientId, status: 'draft' });
    expect(invoice.total_amount).toBeGreaterThan(0);
  });

  it('generate no invoice where there is nothing to bill, and say so', async () => {
    const id = await start('Approve an invoice', { ...PERIOD, client_id: (await makeClient(clients)).client_id });
    expect(await workOff(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'failed', error_message: expect.stringMatching(/nothing to (?:bill|invoice)/i) });
  });

  it('order hardware that becomes an asset', async () => {
    const id = await start('Order hardware', { item: 'Laptop 14', asset_tag: 'WF-1' });
    await workOff(id, { approved: true, serial_number: 'SN-77' });
    await completed(id);
    const found = (await assets.get('/api/v1/assets/search?query=SN-77')).body.data;
    expect(JSON.stringify(found)).toContain('WF-1');
  });

  it('decide about the renewal of a contract', async () => {
    const id = await start('Renew a contract', { contract_name: 'Care', remind_at: SOON() });
    expect(await workOff(id, { approved: true })).toEqual(['Renew the contract Care?', 'Renew the contract Care']);
    await completed(id);
    const ending = await start('Renew a contract', { contract_name: 'Care', remind_at: SOON() });
    expect(await workOff(ending, { approved: false })).toHaveLength(2);
    expect(await ticketOf(ending)).toEqual({ title: 'The contract Care ends', is_closed: true });
  });
});
